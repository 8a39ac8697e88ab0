import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryPolicy {
  readonly attempts: number;
  /** Longest pause in milliseconds before try `n` (2, 3 …); the pause is a random part of it, so that rivals part. */
  maxDelay(n: number): number;
  isRetryable(error: unknown): boolean;
}

/** Runs until it succeeds, fails for good, or the tries are used up; then the last error. */
export const withRetries = async <T>(
  { attempts: tries, maxDelay: pause, isRetryable: again }: RetryPolicy,
  attempt: (n: number) => Promise<T>,
): Promise<T> => {
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
