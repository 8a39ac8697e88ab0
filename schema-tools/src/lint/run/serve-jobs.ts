import { parentPort } from 'node:worker_threads';
import type { DocumentFilter } from '../cross-file/cross-file-analysis.ts';
import type { TerraformSchemas } from '../find-schema/index.ts';
import type { LintAnswer, LintJob, WorkerResponse, WorkerRequest } from './lint-job.ts';
import { createLinter } from './linter.ts';

/** Milliseconds that answers are held back for those of the next jobs: a message costs more than linting a small file. */
const answerDelay = 25;

const failedAnswer = (error: unknown): LintAnswer => {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { failed: { name, message, stack } };
};

/** Runs in a worker: lints one file after the other until terminated. */
export function serveJobs(own?: () => Promise<TerraformSchemas>, concerns?: () => Promise<DocumentFilter>): void {
  const port = parentPort!;
  const say = (words: WorkerResponse) => {
    port.postMessage(words);
  };
  const { lint, reset: forget } = createLinter(own, undefined, concerns);
  const serve = async (jobs: readonly LintJob[], current: BigInt64Array): Promise<void> => {
    let answers: LintAnswer[] = [];
    let answered = performance.now();
    for (const [index, job] of jobs.entries()) {
      Atomics.store(current, 1, BigInt(Date.now()));
      Atomics.store(current, 0, BigInt(index));
      answers.push(await lint(job).then((done) => ({ done }), failedAnswer));
      const now = performance.now();
      if (index < jobs.length - 1 && now - answered < answerDelay) continue;
      say({ answers });
      [answers, answered] = [[], now];
    }
  };
  port.on('message', (asked: WorkerRequest) => {
    if ('forget' in asked) forget();
    else void serve(asked.jobs, asked.current);
  });
  say({ ready: true });
}
