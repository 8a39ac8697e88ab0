import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';

const bin = resolve(import.meta.dirname, '../../cli/bin');

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
export interface ProgramOptions {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Without what the machine's user may have set, which would change what is said. */
const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(SLIPWAY_(?!ENGINE$)|TF_|NODE_OPTIONS$|FORCE_COLOR$|NO_COLOR$|CLICOLOR)/.test(name)),
  );

function startProgram(program: string, args: readonly string[], { folder, environment }: ProgramOptions): ChildProcess {
  return spawn(process.execPath, [join(bin, `${program}.mjs`), ...args], {
    cwd: folder ?? bin,
    env: { ...cleanEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a built program to its end. */
export function runProgram(
  program: 'slipway' | 'mesh-config',
  args: readonly string[],
  surroundings: ProgramOptions = {},
): Promise<ProgramResult> {
  const running = startProgram(program, args, surroundings);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    running[name]!.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  return new Promise((done, fail) => {
    running.on('error', fail);
    running.on('close', (code) => done({ code, ...said }));
  });
}
export const runSlipway = (args: readonly string[], surroundings?: ProgramOptions): Promise<ProgramResult> =>
  runProgram('slipway', args, surroundings);

/** A result with `TIME` for each duration in it, such as `0.4 s`. */
export const withoutDurations = ({ code, stdout, stderr }: ProgramResult): ProgramResult => {
  const [out, err] = [stdout, stderr].map((text) => text.replace(/\b(?:\d+\.\d s|\d+ min \d+ s)\b/g, 'TIME'));
  return { code, stdout: out!, stderr: err! };
};

export interface RunningProgram {
  /** Resolves when what was printed since the last such answer matches, both streams together; rejects when the program ends before. */
  printed(pattern: RegExp): Promise<void>;
  /** Ends the program; its exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
  /** Sends a signal without waiting for the end. */
  send(signal: NodeJS.Signals): void;
  /** What was printed so far on one stream. */
  readonly output: { readonly stdout: string; readonly stderr: string };
}

/** Starts the built `slipway` for a command that goes on until it is stopped. */
export function startSlipway(args: readonly string[], surroundings: ProgramOptions = {}): RunningProgram {
  const running = startProgram('slipway', args, surroundings);
  const end = new Promise<number | null>((done) => {
    running.on('close', (code) => done(code));
  });
  let text = '';
  const output = { stdout: '', stderr: '' };
  let look = () => {};
  for (const name of ['stdout', 'stderr'] as const)
    running[name]!.setEncoding('utf8').on('data', (piece: string) => {
      output[name] += piece;
      text += piece;
      look();
    });
  return {
    printed: (pattern) =>
      new Promise((done, fail) => {
        look = () => {
          if (!pattern.test(text)) return;
          text = '';
          done();
        };
        look();
        void end.then((code) => fail(new Error(`slipway ended with ${code}: ${text}`)));
      }),
    stop(signal) {
      running.kill(signal);
      return end;
    },
    send: (signal) => void running.kill(signal),
    output,
  };
}

export interface RunningService {
  readonly address: string;
  readonly token: string | null;
  readonly organization: string;
  stop(): Promise<number | null>;
}

/** `slipway serve --port 0 --json …`, as soon as it listens. */
export function startService(...args: string[]): Promise<RunningService> {
  const running = startProgram('slipway', ['serve', '--port', '0', '--json', ...args], {});
  const end = new Promise<number | null>((done) => {
    running.on('close', (code) => done(code));
  });
  let stderr = '';
  running.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((done, fail) => {
    running.on('close', (code) => fail(new Error(`slipway serve ended with ${code}: ${stderr}`)));
    running.stdout!.setEncoding('utf8').once('data', (line: string) => {
      done({
        ...(JSON.parse(line) as { address: string; token: string | null; organization: string }),
        stop: () => {
          running.kill('SIGTERM');
          return end;
        },
      });
    });
  });
}
