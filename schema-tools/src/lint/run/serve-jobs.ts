import { parentPort } from 'node:worker_threads';
import type { DocumentFilter } from '../cross-file/cross-file-analysis.ts';
import type { TerraformSchemas } from '../find-schema/index.ts';
import type { WorkerResponse, WorkerRequest } from './lint-job.ts';
import { createLinter } from './linter.ts';

/** Runs in a worker: lints one file after the other until terminated. */
export function serveJobs(own?: () => Promise<TerraformSchemas>, concerns?: () => Promise<DocumentFilter>): void {
  const port = parentPort!;
  const say = (words: WorkerResponse) => {
    port.postMessage(words);
  };
  const { lint, reset: forget } = createLinter(own, undefined, concerns);
  port.on('message', (asked: WorkerRequest) => {
    if ('forget' in asked) {
      forget();
      return;
    }
    lint(asked.job).then(
      (done) => {
        say({ done });
      },
      (error: unknown) => {
        const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
        say({ failed: { name, message, stack } });
      },
    );
  });
  say({ ready: true });
}
