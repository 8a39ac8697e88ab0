import { createInterface } from 'node:readline/promises';
import { CliError } from '../cli-error.ts';

/** Asks for a confirmation unless it was given by an option. Throws a CliError without one, and where standard input is no terminal. */
export async function requireConfirmation(approved: boolean, question: string): Promise<void> {
  if (approved) return;
  if (!process.stdin.isTTY)
    throw new CliError('Standard input is not a terminal. Pass --auto-approve to continue without a confirmation.', 2);
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await prompt.question(`\n${question} Type 'yes' to continue: `);
    if (answer.trim() !== 'yes') throw new CliError('Nothing was changed.');
  } finally {
    prompt.close();
  }
}
