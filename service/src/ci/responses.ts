import { conflict } from '../http/problem.ts';
import type { RouteResponse } from '../http/route.ts';
import { DuplicateKey } from '../store/store.ts';

export const ciOk = (body: unknown): RouteResponse => ({ status: 200, body });
export const ciCreated = (body: unknown): RouteResponse => ({ status: 201, body });
/** The response of an operation that only acknowledges. */
export const acknowledged = (message: string): RouteResponse => ({ status: 200, body: { message } });

/** Turns a duplicate key into 409 with this message. */
export const conflictIfDuplicate = async <T>(message: string, insertion: Promise<T>): Promise<T> => {
  try {
    return await insertion;
  } catch (error) {
    throw error instanceof DuplicateKey ? conflict(message) : error;
  }
};
