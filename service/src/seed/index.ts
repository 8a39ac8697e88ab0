export { applySeed } from './apply-seed.ts';
export { checkSeed, parseSeed, readSeed } from './parse-seed.ts';
export { SeedError } from './seed-error.ts';
