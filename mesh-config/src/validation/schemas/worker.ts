/** The thread that compiles schemas, one after the other, until it is terminated. */
import { parentPort } from 'node:worker_threads';
import { type CompileResult, type CompileJob, compileSchema } from './compile-schema.ts';

const postResult = (done: CompileResult): void => {
  parentPort!.postMessage(done);
};
parentPort!.on('message', (job: CompileJob) => {
  void compileSchema(job).then(postResult, (error: unknown) => {
    postResult({ fault: `it cannot be compiled. This is a bug in Slipway; please report it: ${String(error)}` });
  });
});
