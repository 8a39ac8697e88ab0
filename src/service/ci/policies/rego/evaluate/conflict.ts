import { PolicyFault, type Position } from '../fault.ts';

/** Two results where only one can be: that ends an evaluation. */
export function conflict(file: string, at: Position, reason: string): never { throw new PolicyFault('conflict', file, at, reason); }
