import { createInterface } from 'node:readline/promises';
import { CliError } from '../cli-error.ts';

/** Returns when the person says yes or has said so beforehand; throws otherwise, and where there is nobody to ask. */
export async function requireConfirmation(approved: boolean, question: string): Promise<void> {
  if (approved) return;
  if (!process.stdin.isTTY)
    throw new CliError('Standard input is not a terminal. Pass --auto-approve to continue without a confirmation.', 2);
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await prompt.question(`\n${question} Only 'yes' goes on: `);
    if (answer.trim() !== 'yes') throw new CliError('Nothing was changed.');
  } finally {
    prompt.close();
  }
}
