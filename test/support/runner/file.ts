import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

/** What the test process says of one suite; `done` when all were run. */
export type Message =
  | 'done'
  | { readonly passed: number; readonly failed: number; readonly skipped: number; readonly faults: readonly string[] };

export interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What uvu does not call a failure and is one. */
  readonly faults: readonly string[];
  /** Why tests were skipped. */
  readonly reasons: readonly string[];
  /** All the process printed. */
  readonly output: string;
  readonly milliseconds: number;
}

/** Milliseconds. `whole`: for the file; `ending`: from its last test to the end of its process. */
export interface Patience {
  readonly whole: number;
  readonly ending: number;
}

const alive = new Set<number>();
const killGroup = (pid: number) => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    /* it ended by itself */
  }
};
process.on('exit', () => {
  for (const pid of alive) killGroup(pid);
});

/** Runs one test file, bundled as `script`, in a process (and process group) of its own. Resolves, whatever happens to it. */
export function runFile(file: string, script: string, patience: Patience): Promise<Outcome> {
  const began = performance.now();
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const faults: string[] = [];
  let output = '';
  let done = false;
  const fail = (fault: string) => {
    sum.failed++;
    faults.push(fault);
  };

  return new Promise((resolve) => {
    const running = spawn(process.execPath, ['--enable-source-maps', join(dirname(script), 'child.js'), script], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    const pid = running.pid!;
    alive.add(pid);
    let late: string | undefined;
    const stop = (after: number, why: string) =>
      setTimeout(() => {
        late = why;
        killGroup(pid);
      }, after);
    let watchdog = stop(patience.whole, `did not finish within ${patience.whole / 1000} s and was killed`);

    running.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    running.stderr!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    running.on('message', (message: Message) => {
      if (message === 'done') {
        done = true;
        clearTimeout(watchdog);
        watchdog = stop(patience.ending, `was still running ${patience.ending / 1000} s after its last test: something is left open`);
        return;
      }
      sum.passed += message.passed;
      sum.failed += message.failed;
      sum.skipped += message.skipped;
      if (message.faults.length && message.failed === 0) sum.failed++;
      faults.push(...message.faults);
    });
    running.on('exit', () => clearTimeout(watchdog));
    running.on('close', (code, signal) => {
      alive.delete(pid);
      clearTimeout(watchdog);
      killGroup(pid);
      const reasons = [...output.matchAll(/^.*?\bSKIP (.+)$/gm)].map((line) => line[1]!);
      if (late) fail(late);
      else if (!done) fail(`ended before its tests did (${signal ?? `exit code ${code}`})`);
      else if (code !== 0 && sum.failed === 0) fail(`its tests passed, but it ended with ${signal ?? `exit code ${code}`}`);
      if (done && sum.passed + sum.failed + sum.skipped === 0) fail('no test ran: is .run() missing?');
      if (sum.skipped > 0 && reasons.length === 0)
        fail('skips without saying why (use skipping() of test/support/skip.ts), or leaves a test.only');
      resolve({ file, ...sum, faults, reasons: [...new Set(reasons)], output, milliseconds: performance.now() - began });
    });
  });
}
