import { spawn } from 'node:child_process';
import type { Outcome } from './file.ts';

/** A command that must end with 0; counts as one test. */
export interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

export function runCheck({ name, command: [program, ...args] }: Check, root: string): Promise<Outcome> {
  const began = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const running = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = (faults: readonly string[]) =>
      resolve({
        file: name,
        passed: faults.length ? 0 : 1,
        failed: faults.length ? 1 : 0,
        skipped: 0,
        faults,
        reasons: [],
        output,
        milliseconds: performance.now() - began,
      });
    running.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    running.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    running.on('error', (error) => end([error.message]));
    running.on('close', (code, signal) =>
      end(code === 0 ? [] : [`${[program, ...args].join(' ')} ended with ${signal ?? `exit code ${code}`}`]),
    );
  });
}
