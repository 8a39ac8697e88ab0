import { conflict } from '../problem.ts';
import type { RouteResponse } from '../route.ts';
import { DuplicateKey } from '../store/store.ts';

export const ok = (body: unknown): RouteResponse => ({ status: 200, body });
export const made = (body: unknown): RouteResponse => ({ status: 201, body });
/** What only acknowledges. */
export const said = (message: string): RouteResponse => ({ status: 200, body: { message } });

/** 409 with this sentence when the key is taken. */
export const unlessTaken = async <T>(words: string, work: Promise<T>): Promise<T> => {
  try { return await work; } catch (error) {
    throw error instanceof DuplicateKey ? conflict(words) : error;
  }
};
