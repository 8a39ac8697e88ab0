import { PolicyError, type Position } from '../errors.ts';

/** Two results where only one can be: that ends an evaluation. */
export function throwConflict(file: string, at: Position, reason: string): never {
  throw new PolicyError('conflict', file, at, reason);
}
