import type { Callback, Test } from 'uvu';

/**
 * Registers tests that are skipped, with the reason the runner prints:
 * `const real = engine ? test : skipping(test, 'no terraform or tofu on PATH'); real('plans twice', …)`.
 */
export function skipWithReason<T>(test: Test<T>, reason: string): (title: string, callback: Callback<T>) => void {
  return (title, callback) => {
    console.log(`SKIP ${reason}`);
    test.skip(title, callback);
  };
}
