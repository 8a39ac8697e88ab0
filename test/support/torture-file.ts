import { spawn } from 'node:child_process';
import type { TortureOutcome } from './torture-rounds.ts';

const runner = new URL('../run.ts', import.meta.url).pathname;

export interface TortureFileOptions {
  /** Milliseconds since 1970: then the run is cut off, and what it started ends with it. */
  readonly end: number;
  /** The text of a run that failed: the last 20,000 characters. */
  print(text: string): void;
  /** Another tree of tests than this checkout's. */
  readonly root?: string;
}

/** Runs one test file just as the command that repeats it (`repeatCommand`): by the runner, on which some files count. */
export const runTortureFile = (file: string, seed: number, { end, print, root }: TortureFileOptions): Promise<TortureOutcome> =>
  new Promise((done) => {
    const child = spawn(process.execPath, ['--import', 'tsx', runner, file, ...(root === undefined ? [] : ['--root', root])], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, SEED: String(seed) },
    });
    let [output, isCut] = ['', false];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-20_000);
      });
    const timer = setTimeout(() => {
      isCut = true;
      // The runner ends the processes of its tests, which are no children of ours.
      child.kill('SIGTERM');
    }, end - Date.now());
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code !== 0 && !isCut) print(output);
      done(isCut ? 'cut' : code === 0 ? 'passed' : 'failed');
    });
  });
