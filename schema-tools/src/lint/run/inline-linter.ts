import { statSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { formatOf } from '../../documents/format.ts';
import type { DocumentFilter } from '../cross-file/cross-file-analysis.ts';
import type { TerraformSchemas } from '../find-schema/index.ts';
import type { LintResult, LintJob } from './lint-job.ts';
import { createLinter } from './linter.ts';

/** Bytes, of a file and of each schema. */
const maxBytes = 64 * 1024;
/** Levels that this thread's stack holds without a doubt. */
const maxDepth = 200;
/** Milliseconds for each step. What takes longer begins again in a worker, which can be ended. */
const stepTimeout = 250;

/** Runs a step that can be stopped, even in the middle of a pattern. */
function runTimed<T>(work: () => T): T {
  return runInContext('work()', createContext({ work }), { timeout: stepTimeout }) as T;
}

function isShallow(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) {
      if (++depth > maxDepth) return false;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return !/^[ \t-]{200}/m.test(text);
}

const isSmall = (job: LintJob): boolean => {
  if (job.fix || job.includeEdits || formatOf(job.file) === 'toml') return false;
  try {
    return (job.text?.length ?? job.bytes?.length ?? statSync(job.file).size) <= maxBytes;
  } catch {
    return false;
  }
};

/**
 * Lints small files in this thread: starting a worker would cost more than that. Undefined: this one is for a worker after all,
 * which has the time and the stack for it, or reports what went wrong.
 */
export function inlineLinter(
  own?: () => Promise<TerraformSchemas>,
  concerns?: () => Promise<DocumentFilter>,
): (job: LintJob) => Promise<LintResult | undefined> {
  const { lint } = createLinter(own, { bytes: maxBytes, isShallow, runTimed }, concerns);
  return async (job) => {
    if (!isSmall(job)) return undefined;
    try {
      return await lint(job);
    } catch {
      // Beyond the limits of this thread, or a bug: a worker has other limits, and reports a bug as a finding of this file.
      return undefined;
    }
  };
}
