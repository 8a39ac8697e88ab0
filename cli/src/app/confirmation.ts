import { createInterface } from 'node:readline/promises';
import { interrupt, InterruptedError, isInterrupted, onInterruption } from 'slipway/engine/interruption';
import { CliError } from '../cli-error.ts';
import { canDraw } from '../color/colors.ts';

/** The answer; undefined when it is interrupted: by Ctrl-C, by Ctrl-D, or by a signal. */
async function askOnTerminal(question: string): Promise<string | undefined> {
  // Without drawing, the terminal edits the line itself.
  const prompt = createInterface({ input: process.stdin, output: process.stdout, ...(canDraw() ? {} : { terminal: false }) });
  const interrupted = new AbortController();
  const abort = () => interrupted.abort();
  const stopListening = onInterruption(abort);
  // While a line is edited, the terminal sends Ctrl-C as a character.
  prompt.on('SIGINT', () => interrupt('SIGINT')).on('close', abort);
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

/**
 * Asks for a confirmation unless it was given by an option. Throws a CliError if it is denied, or standard input is not a terminal, and an
 * InterruptedError after Ctrl-C.
 */
export async function requireConfirmation(approved: boolean, question: string, option = '--auto-approve'): Promise<void> {
  if (approved) return;
  if (!process.stdin.isTTY) throw new CliError(`Standard input is not a terminal. Pass ${option} to continue without a confirmation.`, 2);
  const answer = await askOnTerminal(`\n${question} Type 'yes' to continue: `);
  if (isInterrupted()) throw new InterruptedError('Interrupted. Nothing was changed.');
  if (answer !== 'yes') throw new CliError('Nothing was changed.');
}
