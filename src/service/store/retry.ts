import { setTimeout as sleep } from 'node:timers/promises';

export interface Patience {
  readonly tries: number;
  /** Longest pause in milliseconds before try `n` (2, 3 …); the pause is a random part of it, so that rivals part. */
  pause(n: number): number;
  again(error: unknown): boolean;
}

/** Runs until it succeeds, fails for good, or the tries are used up; then the last error. */
export const retrying = async <T>({ tries, pause, again }: Patience, attempt: (n: number) => Promise<T>): Promise<T> => {
  for (let n = 1; ; n++) {
    try {
      return await attempt(n);
    } catch (error) {
      if (n >= tries || !again(error)) throw error;
      const longest = pause(n + 1);
      if (longest > 0) await sleep(Math.random() * longest);
    }
  }
};
