import { join } from 'node:path';
import { readOwnFile } from '../../../runner/own-files.ts';
import type { Sandbox } from '../../../runner/isolation/isolation.ts';
import { type RunningProcess, startProcess } from '../../../runner/start-process.ts';
import type { StopMode, WorkPlace } from '../../../runner/work-kind.ts';
import type { RunFolders } from './run-environment.ts';

/** Bytes of a document that the engine writes, such as a plan as JSON. */
const maxDocument = 128 * 1024 * 1024;
/** Between an interruption for which nobody waits and the end by force, in milliseconds. */
const grace = 10_000;

/** Starts the engine in one phase of a run, and stops it. */
export interface EngineProcesses {
  /** Its exit code; 130 and the like where it was stopped. Output of both streams goes to `onOutput`. */
  run(words: readonly string[], onOutput: (chunk: Buffer) => Promise<void>): Promise<number>;
  /** What it writes to standard output. Throws EngineFailed. */
  read(words: readonly string[]): Promise<string>;
  /** From now on nothing is started. `withinGrace`: interrupts, and ends by force a little later. */
  stop(mode: StopMode | 'withinGrace'): void;
  isStopped(): boolean;
}

/** A command that only reads failed; the message is what the engine wrote. */
export class EngineFailed extends Error {}

/** Limits of each process; null: none. */
export interface ProcessLimits {
  readonly cpuSeconds: number | null;
  readonly memoryMegabytes: number | null;
}

const limitScript = (limits: ProcessLimits): string =>
  [
    ...(limits.cpuSeconds === null ? [] : [`ulimit -t ${limits.cpuSeconds}`]),
    ...(limits.memoryMegabytes === null ? [] : [`ulimit -v ${limits.memoryMegabytes * 1024}`]),
  ]
    .map((line) => `${line} && `)
    .join('');

const interrupt = (running: RunningProcess, mode: StopMode | 'withinGrace'): void => {
  if (mode === 'kill') running.stop(0);
  else running.interrupt(mode === 'withinGrace' ? grace : undefined);
};

/** What a command wrote to its output, at most `maxDocument` bytes. */
const collect = (): { readonly take: (chunk: Buffer) => Promise<void>; readonly text: () => string | undefined } => {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    take: async (chunk) => {
      size += chunk.length;
      if (size <= maxDocument) chunks.push(chunk);
    },
    text: () => (size > maxDocument ? undefined : Buffer.concat(chunks).toString('utf8')),
  };
};

/** `place`: the cgroups of the processes, and what they see; `limits` hold for each of them. */
export const createEngineProcesses = (
  file: string,
  folders: RunFolders,
  environment: { readonly [name: string]: string },
  { cgroups, sandbox }: Pick<WorkPlace, 'cgroups'> & { readonly sandbox: Sandbox | undefined },
  limits: ProcessLimits,
): EngineProcesses => {
  const active = new Set<RunningProcess>();
  let [stopped, documents] = [false, 0];
  const start = async (script: string, words: readonly string[], onOutput: (chunk: Buffer) => Promise<void>): Promise<number> => {
    if (stopped) return 130;
    const argv = ['/bin/sh', '-c', `${limitScript(limits)}${script}`, 'slipway-run', file, ...words];
    const running = startProcess({ argv, folder: folders.work, environment, cgroups: cgroups.folders, sandbox }, onOutput);
    active.add(running);
    try {
      return (await running.exit).code ?? 137;
    } finally {
      active.delete(running);
    }
  };
  const read = async (words: readonly string[]): Promise<string> => {
    const [errors, output] = [`errors-${++documents}`, collect()];
    const code = await start(`exec "$@" 2>'${join(folders.output, errors).replaceAll("'", `'\\''`)}'`, words, output.take);
    const text = output.text();
    if (text === undefined) throw new EngineFailed(`${words[0]} wrote more than ${maxDocument} bytes.`);
    if (code === 0) return text;
    throw new EngineFailed((await readOwnFile(folders.output, errors))?.toString() || `${words[0]} ended with exit code ${code}.`);
  };
  const stop: EngineProcesses['stop'] = (mode) => {
    stopped = true;
    for (const running of active) interrupt(running, mode);
  };
  return { run: (words, onOutput) => start('exec "$@"', words, onOutput), read, stop, isStopped: () => stopped };
};
