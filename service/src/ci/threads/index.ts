export { runInWorker } from './run-in-worker.ts';
export { compileInWorker, type WorkerCompilation } from './compile-in-worker.ts';
export { readJobInWorker } from './read-job-in-worker.ts';
export { TaskAbandoned } from '@slipway/schema-tools/threads';
export {
  compileForPolicies,
  compilePoliciesInWorker,
  createAgentModulesInWorker,
  decideInWorker,
  readInputInWorker,
} from './policies-in-worker.ts';
