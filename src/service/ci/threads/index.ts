export { runInWorker as apart } from './run-in-worker.ts';
export { compileInWorker as compileApart, type WorkerCompilation as CompiledApart } from './compile-in-worker.ts';
export { TaskAbandoned as GivenUp } from './thread-pool.ts';
export {
  decideInWorker as decideApart,
  compilePoliciesInWorker as policiesApart,
  readInputInWorker as readApart,
} from './policies-in-worker.ts';
