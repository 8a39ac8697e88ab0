export { applySeed as plantSeed } from './plant.ts';
export { parseSeed, readSeed } from './read.ts';
export { SeedError } from './seed-error.ts';
