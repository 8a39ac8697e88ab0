import { join } from 'node:path';
import { readOwnFile } from '../../../runner/own-files.ts';
import type { Sandbox } from '../../../runner/isolation/isolation.ts';
import { type RunningProcess, startProcess } from '../../../runner/start-process.ts';
import type { StopMode, WorkPlace } from '../../../runner/work-kind.ts';
import type { RunFolders } from './run-environment.ts';

/** Bytes of a document that the engine writes, such as a plan as JSON. */
const maxDocument = 128 * 1024 * 1024;
/** Milliseconds between an interruption and the kill, if no client waits for a graceful end. */
const grace = 10_000;

type TakeOutput = (chunk: Buffer) => Promise<void>;

/** A plan that succeeded, as the engine shows it in JSON. */
export interface ShownPlan {
  readonly hasChanges: boolean;
  readonly json: string;
}

/** Starts the engine in one phase of a run, and stops it. */
export interface EngineProcesses {
  /** Its exit code; 130 and the like where it was stopped. Output of both streams goes to `onOutput`. */
  run(words: readonly string[], onOutput: TakeOutput): Promise<number>;
  /**
   * Plans with `-detailed-exitcode`, and shows what is then in `file`. Only the output of the plan goes to `onOutput`. Undefined: the
   * plan failed, or was stopped. Throws EngineFailed where it cannot be shown.
   */
  plan(words: readonly string[], file: string, onOutput: TakeOutput): Promise<ShownPlan | undefined>;
  /** The standard output of a command. Throws EngineFailed. */
  read(words: readonly string[]): Promise<string>;
  /** Stops the processes and starts no more. `withinGrace`: interrupts, and kills a little later. */
  stop(mode: StopMode | 'withinGrace'): void;
  isStopped(): boolean;
}

/** A command that only reads failed; the message is what the engine wrote. */
export class EngineFailed extends Error {}

/** Limits of each process; null: none. */
export interface ProcessLimits {
  readonly cpuSeconds: number | null;
  readonly memoryMegabytes: number | null;
  /** Bytes of each file; undefined: no limit. */
  readonly fileBytes?: number | undefined;
}

const limitScript = (limits: ProcessLimits): string =>
  [
    ...(limits.cpuSeconds === null ? [] : [`ulimit -t ${limits.cpuSeconds}`]),
    ...(limits.memoryMegabytes === null ? [] : [`ulimit -v ${limits.memoryMegabytes * 1024}`]),
  ]
    .map((line) => `${line} && `)
    .join('');

/**
 * Two commands in one sandbox, because starting another one takes a tenth of a small plan. An interruption skips the second command; the
 * plan ends gracefully, and the shell waits for it. The shell itself prints nothing (some report a killed command), and sets no variable
 * that a run could have in its environment.
 */
const planScript = `slipway_stopped=; trap 'slipway_stopped=1' INT TERM
exec 5>&2 2>/dev/null
(exec 2>&5 5>&-; shift 3; exec "$@"); slipway_code=$?
case $slipway_code in 0 | 2) ;; *) exit "$slipway_code" ;; esac
[ -z "$slipway_stopped" ] || exit 130
(exec >"$2" 2>"$3" 5>&-; exec "$4" show -json "$1") && exit "$slipway_code"
slipway_code=$?
[ -s "$3" ] || echo "show ended with exit code $slipway_code." >"$3"
exit 3`;

const interrupt = (running: RunningProcess, mode: StopMode | 'withinGrace'): void => {
  if (mode === 'kill') running.stop(0);
  else running.interrupt(mode === 'withinGrace' ? grace : undefined);
};

const tooMuch = (word: string | undefined): EngineFailed => new EngineFailed(`${word} wrote more than ${maxDocument} bytes.`);

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

/** What the engine wrote to these files of its folder, after it showed a plan. `code`: that of the script. */
const readShownPlan = async (folder: string, code: number, document: string, errors: string): Promise<ShownPlan | undefined> => {
  if (code === 3) {
    const message = (await readOwnFile(folder, errors))?.toString();
    if (message !== undefined) throw new EngineFailed(message);
  }
  // 0: nothing to do; 2: changes.
  if (code !== 0 && code !== 2) return undefined;
  const json = await readOwnFile(folder, document, maxDocument);
  if (json === 'too large') throw tooMuch('show');
  if (!json) throw new EngineFailed('What the engine showed was replaced while the run was under way.');
  return { hasChanges: code === 2, json: json.toString() };
};

/** Starts a script of the shell with these words as its arguments, and resolves to its exit code. */
type StartScript = (script: string, words: readonly string[], onOutput: TakeOutput) => Promise<number>;

const createReader = (start: StartScript, file: string, folder: string): Pick<EngineProcesses, 'plan' | 'read'> => {
  let documents = 0;
  return {
    read: async (words) => {
      const [errors, output] = [`errors-${++documents}`, collect()];
      const script = `exec "$@" 2>'${join(folder, errors).replaceAll("'", "'\\''")}'`;
      const code = await start(script, [file, ...words], output.take);
      const text = output.text();
      if (text === undefined) throw tooMuch(words[0]);
      if (code === 0) return text;
      throw new EngineFailed((await readOwnFile(folder, errors))?.toString() || `${words[0]} ended with exit code ${code}.`);
    },
    plan: async (words, planned, onOutput) => {
      const names = ['plan.json', 'plan.errors'] as const;
      const places = names.map((name) => join(folder, name));
      const code = await start(planScript, [planned, ...places, file, ...words], onOutput);
      return readShownPlan(folder, code, ...names);
    },
  };
};

/** `place`: the cgroups and the sandbox of the processes; `limits` apply to each of them. */
export const createEngineProcesses = (
  file: string,
  folders: RunFolders,
  environment: { readonly [name: string]: string },
  { cgroups, sandbox }: Pick<WorkPlace, 'cgroups'> & { readonly sandbox: Sandbox | undefined },
  limits: ProcessLimits,
): EngineProcesses => {
  const active = new Set<RunningProcess>();
  let stopped = false;
  const start: StartScript = async (script, words, onOutput) => {
    if (stopped) return 130;
    const argv = ['/bin/sh', '-c', `${limitScript(limits)}${script}`, 'slipway-run', ...words];
    const running = startProcess(
      { argv, folder: folders.work, environment, cgroups: cgroups.folders, fileBytes: limits.fileBytes, sandbox },
      onOutput,
    );
    active.add(running);
    try {
      return (await running.exit).code ?? 137;
    } finally {
      active.delete(running);
    }
  };
  return {
    ...createReader(start, file, folders.output),
    run: (words, onOutput) => start('exec "$@"', [file, ...words], onOutput),
    stop: (mode) => {
      stopped = true;
      for (const running of active) interrupt(running, mode);
    },
    isStopped: () => stopped,
  };
};
