import { runProgram, type Program } from '../../src/commands/run-program.ts';
import { program } from '../../src/program.ts';
import type { ProgramResult } from '@slipway/test-support/cli';

/** Runs a function and captures what this process writes to its streams meanwhile. */
export const captureOutput = async <T>(
  run: () => T | Promise<T>,
): Promise<{ readonly result: T; readonly stdout: string; readonly stderr: string }> => {
  const text = { stdout: '', stderr: '' };
  const before = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = ((chunk: string | Uint8Array) => {
      text[name] += chunk.toString();
      return true;
    }) as typeof process.stdout.write;
  try {
    const result = await run();
    return { result, ...text };
  } finally {
    for (const name of ['stdout', 'stderr'] as const) process[name].write = before[name];
  }
};

/** Runs mesh-config, or another program, in this process. */
export const runMeshConfig = async (words: readonly string[], ran: Program = program): Promise<ProgramResult> => {
  const { result: code, stdout, stderr } = await captureOutput(() => runProgram(ran, words));
  return { code, stdout, stderr };
};

/** The options that `server` would start with, or the exit code and standard error if it would not start. */
export const serverOptions = async (
  words: readonly string[],
): Promise<{ readonly options?: Readonly<Record<string, unknown>>; readonly code: number | null; readonly stderr: string }> => {
  let options: Readonly<Record<string, unknown>> | undefined;
  const commands = program.commands.map((one) => ({
    ...one,
    run: async (chosen: Readonly<Record<string, unknown>>) => {
      options = chosen;
      return 0;
    },
  }));
  const { code, stderr } = await runMeshConfig(words, { ...program, commands });
  return { ...(options ? { options } : {}), code, stderr };
};
