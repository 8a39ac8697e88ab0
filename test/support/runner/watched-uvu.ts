/**
 * uvu, with a record of what its runner loses: suites that were never run, hooks that threw (its `finally { return }`
 * swallows them). Stands in for `uvu` in a test process started by test/run.ts; see resolve.mjs.
 */
import { suite as plainSuite, type Callback, type Test } from 'uvu';

export interface Watched {
  readonly name: string;
  tests: number;
  runs: number;
}
export const suites: Watched[] = [];
/** One sentence and its stack per hook that threw. */
export const thrown: string[] = [];

const words = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

function watch<T>(plain: Test<T>, name: string): Test<T> {
  const record: Watched = { name, tests: 0, runs: 0 };
  suites.push(record);
  const guard =
    (hook: string, callback: Callback<T>): Callback<T> =>
    async (context) => {
      try {
        await callback(context);
      } catch (error) {
        thrown.push(`a ${hook} hook of suite '${name}' threw: ${words(error)}`);
        throw error;
      }
    };
  const test = ((title: string, callback: Callback<T>) => {
    record.tests++;
    plain(title, callback);
  }) as Test<T>;
  return Object.assign(test, {
    only: (title: string, callback: Callback<T>) => {
      record.tests++;
      plain.only(title, callback);
    },
    skip: (title?: string, callback?: Callback<T>) => {
      record.tests++;
      plain.skip(title, callback);
    },
    before: Object.assign((callback: Callback<T>) => plain.before(guard('before', callback)), { each: plain.before.each }),
    after: Object.assign((callback: Callback<T>) => plain.after(guard('after', callback)), {
      each: (callback: Callback<T>) => plain.after.each(guard('after.each', callback)),
    }),
    run: () => {
      record.runs++;
      record.tests = 0;
      plain.run();
    },
  });
}

export const suite = <T>(name = '', state?: T): Test<T> => watch(plainSuite<T>(name, state as T), name);
export const test = suite();
