import type { CostRequest, CostWorld } from './cost-world.ts';

/** By its title: makes what so many requests need, and returns the requests, each of which succeeds once. */
export interface MeasuredOperations {
  readonly [title: string]: (world: CostWorld, count: number) => Promise<readonly CostRequest[]>;
}

/** Names are as long as one another, so that what is stored is. */
export const numberedName = (prefix: string, at: number): string => `${prefix}-${String(at).padStart(3, '0')}`;

/** What is made of each number, one after the other. */
export const inOrder = async <T>(count: number, make: (at: number) => Promise<T> | T): Promise<readonly T[]> => {
  const all: T[] = [];
  for (let at = 0; at < count; at++) all.push(await make(at));
  return all;
};
