import { PolicyError, type Position } from '../errors.ts';

/** Ends an evaluation that has two results where only one is allowed. */
export function throwConflict(file: string, at: Position, reason: string): never {
  throw new PolicyError('conflict', file, at, reason);
}
