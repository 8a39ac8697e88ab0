import { createInterface } from 'node:readline/promises';
import { onInterruption } from 'slipway/engine/interruption';
import { CliError } from '../cli-error.ts';

/** The answer; undefined when it is interrupted: by Ctrl-C, by Ctrl-D, or by a signal. */
async function askOnTerminal(question: string): Promise<string | undefined> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  const stopListening = onInterruption(interrupt);
  prompt.on('SIGINT', interrupt).on('close', interrupt);
  try {
    return (await prompt.question(question, { signal: interrupted.signal })).trim();
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    process.stdout.write('\n');
    return undefined;
  } finally {
    stopListening();
    prompt.close();
  }
}

/** Asks for a confirmation unless it was given by an option. Throws a CliError if it is denied, or standard input is not a terminal. */
export async function requireConfirmation(approved: boolean, question: string): Promise<void> {
  if (approved) return;
  if (!process.stdin.isTTY)
    throw new CliError('Standard input is not a terminal. Pass --auto-approve to continue without a confirmation.', 2);
  if ((await askOnTerminal(`\n${question} Type 'yes' to continue: `)) !== 'yes') throw new CliError('Nothing was changed.');
}
