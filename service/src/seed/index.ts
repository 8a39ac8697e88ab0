export { applySeed } from './apply-seed.ts';
export { checkSeed, loadSeed, parseSeed } from './parse-seed.ts';
export { createOwnerToken } from './sign-in.ts';
export { SeedError } from './seed-error.ts';
