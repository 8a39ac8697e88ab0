import type { EndMessage, SuiteMessage } from './messages.ts';
import type { ProcessorSeconds } from './processor-clock.ts';

export interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What uvu does not call a failure and is one. */
  readonly faults: readonly string[];
  /** Why tests were skipped. */
  readonly reasons: readonly string[];
  /** All that was printed while it ran. */
  readonly output: string;
  readonly milliseconds: number;
  /** Undefined where nobody measured it. */
  readonly processorSeconds?: ProcessorSeconds;
  /** Why the files after it ran in another process. */
  readonly changes?: readonly string[];
}

/** Collects what is told of one file. */
export interface FileRecord {
  readonly isDone: boolean;
  fail(fault: string): void;
  addSuite(message: SuiteMessage): void;
  addOutput(text: string): void;
  setDone(): void;
  setEnd(message: EndMessage): void;
  /** What a file is accused of when all is known. */
  conclude(): Outcome;
}

export function createFileRecord(file: string): FileRecord {
  const began = performance.now();
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const faults: string[] = [];
  let output = '';
  let isDone = false;
  let end: EndMessage | undefined;
  const fail = (fault: string): void => {
    sum.failed++;
    faults.push(fault);
  };
  return {
    get isDone() {
      return isDone;
    },
    fail,
    addSuite({ passed, failed, skipped, faults: found }) {
      sum.passed += passed;
      sum.failed += failed;
      sum.skipped += skipped;
      if (found.length && failed === 0) sum.failed++;
      faults.push(...found);
    },
    addOutput(text) {
      output += text;
    },
    setDone() {
      isDone = true;
    },
    setEnd(message) {
      end = message;
    },
    conclude() {
      const reasons = [...output.matchAll(/^.*?\bSKIP (.+)$/gm)].map((line) => line[1]!);
      if (end && end.exitCode !== 0 && sum.failed === 0) fail(`its tests passed, but it ended with exit code ${end.exitCode}`);
      if (isDone && sum.passed + sum.failed + sum.skipped === 0) fail('no test ran: is .run() missing?');
      if (sum.skipped > 0 && reasons.length === 0)
        fail('skips without saying why (use skipping() of test/support/skip.ts), or leaves a test.only');
      return {
        file,
        ...sum,
        faults,
        reasons: [...new Set(reasons)],
        output,
        milliseconds: performance.now() - began,
        ...(end ? { processorSeconds: end.processorSeconds } : {}),
        ...(end && end.changes.length > 0 ? { changes: end.changes } : {}),
      };
    },
  };
}
