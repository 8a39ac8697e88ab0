export { apart } from './apart.ts';
export { compileApart, type CompiledApart } from './configuration.ts';
export { GivenUp } from './pool.ts';
export { decideApart, policiesApart, readApart } from './policies.ts';
