import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Job as Configured, Step } from '../configuration/index.ts';
import type { Described } from './described.ts';
import { duration } from './duration.ts';
import { environmentOf, type Surroundings } from './environment.ts';
import { limits } from './limits.ts';
import type { Log } from './log.ts';
import type { Keep } from './keep.ts';
import { start } from './process.ts';

export type { Configured };
/** How a step ended. */
export type Ended = 'success' | 'failed' | 'timedout';
export interface Node extends Surroundings {
  readonly described: Described;
  readonly job: Configured;
  readonly environment: { readonly [name: string]: string };
  readonly log: Log;
  readonly keep: Keep;
  /** Aborted: nothing more is run, and what runs is stopped. */
  readonly signal: AbortSignal;
  /** Ends what steps left running in the background. */
  readonly background: Set<() => void>;
}

/** A path as a configuration has it, below the folder in which steps run or, with `~`, in the job's own home. */
export const placeIn = ({ home, folder }: Pick<Surroundings, 'home' | 'folder'>, path: string): string =>
  (path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(folder, path));

/** Where a job's steps run: below its own home, whatever its configuration says. */
export const folderOf = (home: string, { working_directory: said = '~/project' }: Configured): string => {
  const below = resolve('/', said.replace(/^~(?=\/|$)/, '.'));
  return join(home, below);
};

export const surroundings = async (root: string, { described, job, index, total, address, hosted, mark }: {
  readonly described: Described; readonly job: Configured; readonly index: number; readonly total: number; readonly address: string; readonly hosted: boolean; readonly mark: string;
}): Promise<Surroundings & Pick<Node, 'environment'>> => {
  const [home, temporary] = [join(root, 'home'), join(root, 'tmp')];
  const at: Surroundings = { index, total, home, temporary, folder: folderOf(home, job), mark };
  for (const folder of [home, temporary, at.folder]) await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(temporary, 'bash_env'), '');
  return { ...at, environment: environmentOf(described, job, at, address, hosted) };
};

export interface Script {
  readonly words: readonly string[];
  readonly folder?: string;
  readonly environment?: { readonly [name: string]: string };
  /** How long it may say nothing: `10m` unless said. */
  readonly silence?: string | undefined;
}

/** Runs one command to its end, with its output in the log. */
export const run = async (node: Node, { words, folder = node.folder, environment = {}, silence }: Script): Promise<Ended> => {
  if (node.signal.aborted) return 'failed';
  const quiet = duration(silence ?? '') ?? limits.silence;
  let late: NodeJS.Timeout | undefined;
  let timedout = false;
  const wait = (): void => { clearTimeout(late); late = setTimeout(() => { timedout = true; running.stop(); }, quiet); };
  const running = start({ words, folder, environment: { ...node.environment, ...environment } }, async (chunk) => { wait(); await node.log.hear(chunk); });
  const abort = (): void => { running.stop(); };
  node.signal.addEventListener('abort', abort, { once: true });
  wait();
  try {
    const { code, signal } = await running.exit;
    await node.log.flush();
    if (timedout) await node.log.say(`[nothing was written for ${Math.round(quiet / 1000)} s; the step was stopped (no_output_timeout)]`);
    else if (code !== 0) await node.log.say(`[${code === null ? `ended by ${signal}` : `exit code ${code}`}]`);
    return timedout ? 'timedout' : code === 0 ? 'success' : 'failed';
  } finally { clearTimeout(late); node.signal.removeEventListener('abort', abort); }
};

/** A step's type and what it is given. */
export const parted = (step: Step): readonly [type: string, given: { readonly [key: string]: unknown }] => {
  if (typeof step === 'string') return [step, {}];
  const [type, given] = Object.entries(step)[0] ?? ['', {}];
  return [type, typeof given === 'object' && given !== null ? given as { readonly [key: string]: unknown } : {}];
};
export const text = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : String(value));
export const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map(String);
