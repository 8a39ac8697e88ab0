import type { StoredRecord, Store } from '../../store/store.ts';
import type { Job } from '../jobs/job-records.ts';
import type { TestTimings } from './agent/agent-io.ts';

/** How many jobs of the project are searched, and how many tests of one are read. */
const [maxJobs, pageSize, maxTests] = [200, 2000, 50_000];

/** Adds the time of a test to what is known of its file, class or name. */
const addTime = (times: Record<string, number>, key: string, seconds: number): void => {
  if (key !== '') times[key] = (Object.hasOwn(times, key) ? times[key]! : 0) + seconds;
};

/** How long the tests took in the last run of a job of this name whose reports were stored; undefined without one. */
export const findTestTimings = (store: Store, job: StoredRecord<Job>): Promise<TestTimings | undefined> =>
  store.read(async (view) => {
    const { records } = await view.list<Job>(
      { kind: 'ci-jobs', scope: job.scope, body: [{ path: 'name', is: job.body.name }] },
      { offset: 0, limit: maxJobs, uncounted: true, order: { by: 'seq', descending: true } },
    );
    for (const { id } of records.filter((each) => each.id !== job.id)) {
      const timings = { filename: {}, classname: {}, testname: {} };
      let [after, count] = [undefined as number | undefined, 0];
      for (;;) {
        const tests = await view.ledger.listTests(id, { limit: pageSize, ...(after === undefined ? {} : { after }) });
        for (const { file, classname, name, run_time } of tests) {
          addTime(timings.filename, file.replace(/^\.\//, ''), run_time);
          addTime(timings.classname, classname, run_time);
          addTime(timings.testname, name, run_time);
        }
        count += tests.length;
        after = tests.at(-1)?.seq;
        if (tests.length < pageSize || count >= maxTests) break;
      }
      if (count > 0) return timings;
    }
    return undefined;
  });
