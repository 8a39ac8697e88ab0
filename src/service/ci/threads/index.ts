export { runInWorker as apart } from './apart.ts';
export { compileInWorker as compileApart, type WorkerCompilation as CompiledApart } from './configuration.ts';
export { TaskAbandoned as GivenUp } from './pool.ts';
export { decideInWorker as decideApart, compilePoliciesInWorker as policiesApart, readInputInWorker as readApart } from './policies.ts';
