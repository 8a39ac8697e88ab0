import { parentPort } from 'node:worker_threads';
import type { Concerns } from '../across/across.ts';
import type { TerraformSchemas } from '../find-schema/index.ts';
import type { FromWorker, ToWorker } from './job.ts';
import { linter } from './lint-file.ts';

/** What a worker does: lints one file after the other until it is ended. */
export function serveJobs(own?: () => Promise<TerraformSchemas>, concerns?: () => Promise<Concerns>): void {
  const port = parentPort!;
  const say = (words: FromWorker) => { port.postMessage(words); };
  const { lint, forget } = linter(own, undefined, concerns);
  port.on('message', (asked: ToWorker) => {
    if ('forget' in asked) { forget(); return; }
    lint(asked.job).then((done) => { say({ done }); }, (error: unknown) => {
      const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      say({ failed: { name, message, stack } });
    });
  });
  say({ ready: true });
}
