import * as assert from 'uvu/assert';
import { createJob, createRun, createTest, midnight } from './ledger-rows.ts';
import type { JobRun, LedgerReader, Sequenced } from '../../../src/store/ledger/ledger.ts';
import type { Register } from './conformance.ts';
import { catchError } from './new-record.ts';

const day = 86_400_000;
const always = { organization: 'acme', from: 0, to: midnight + 400 * day };

// oxlint-disable-next-line max-lines-per-function -- a list of tests
export const ledger: Register = (test) => {
  test('a run and its jobs come back as they were given, with the credits of its jobs', async ({ store }) => {
    await store.write((tx) =>
      tx.ledger.addRun(createRun('r-1'), [
        createJob('j-1', 'r-1'),
        createJob('j-2', 'r-1', { name: 'lint', credits: 0.005, number: null, queuedAt: null, startedAt: null, branch: null }),
      ]),
    );
    const run = { ...createRun('r-1'), credits: 10.13 };
    assert.equal(await store.read((view) => view.ledger.findRun('r-1')), run);
    assert.is(await store.read((view) => view.ledger.findRun('r-2')), undefined);
    const rows = await store.read((view) => view.ledger.listJobRuns(always, { limit: 10 }));
    assert.equal(
      rows.map(({ job: { seq, ...job }, run: of }) => [typeof seq, job, of]),
      [
        ['number', createJob('j-1', 'r-1'), run],
        [
          'number',
          createJob('j-2', 'r-1', { name: 'lint', credits: 0.005, number: null, queuedAt: null, startedAt: null, branch: null }),
          run,
        ],
      ],
    );
  });

  test('a job that a rerun kept stays with the run in which it ran, and costs nothing again', async ({ store }) => {
    await store.write((tx) =>
      tx.ledger.addRun(createRun('r-1', { status: 'failed' }), [
        createJob('j-1', 'r-1'),
        createJob('j-2', 'r-1', { name: 'lint', status: 'failed' }),
      ]),
    );
    await store.write((tx) =>
      tx.ledger.addRun(createRun('r-2', { rerun: 1, createdAt: midnight + 70_000, stoppedAt: midnight + 80_000 }), [
        createJob('j-1', 'r-2'),
        createJob('j-3', 'r-2', { name: 'lint', credits: 2 }),
      ]),
    );
    assert.equal(
      await store.read(async (view) => [(await view.ledger.findRun('r-1'))?.credits, (await view.ledger.findRun('r-2'))?.credits]),
      [20.25, 2],
    );
    const rows = await store.read((view) => view.ledger.listJobRuns(always, { limit: 10 }));
    assert.equal(
      rows.map(({ job }) => [job.id, job.run]),
      [
        ['j-1', 'r-1'],
        ['j-2', 'r-1'],
        ['j-3', 'r-2'],
      ],
    );
  });

  test('job runs are asked by organization and by when they stopped, a part at a time', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.ledger.addRun(
        createRun('r-1'),
        Array.from({ length: 5 }, (_, at) => createJob(`j-${at}`, 'r-1', { name: `job ${at}`, stoppedAt: midnight + at * day })),
      );
      await tx.ledger.addRun(createRun('r-2', { organization: 'globex', project: 'api' }), [
        createJob('g-1', 'r-2', { organization: 'globex', project: 'api' }),
      ]);
    });
    const asked = (filter: object, part: Parameters<LedgerReader['listJobRuns']>[1] = { limit: 10 }) =>
      store.read(async (view) => (await view.ledger.listJobRuns({ ...always, ...filter }, part)).map(({ job }) => job.id));
    assert.equal(await asked({ from: midnight + day, to: midnight + 3 * day }), ['j-1', 'j-2'], 'the beginning is in, the end is not');
    assert.equal(await asked({ organization: 'globex' }), ['g-1']);
    assert.equal(await asked({ organization: 'initech' }), []);
    const [, second] = await store.read((view) => view.ledger.listJobRuns(always, { limit: 2 }));
    assert.equal(await asked({}, { after: second!.job, limit: 2 }), ['j-2', 'j-3']);
  });

  test('job runs come as they stopped, those of one moment as they were written, none lost and none twice', async ({ store }) => {
    const stops = [5, 1, 3, 3, 3, 2, 5];
    await store.write((tx) =>
      tx.ledger.addRun(
        createRun('r-1'),
        stops.map((second, at) => createJob(`j-${at}`, 'r-1', { name: `job ${at}`, stoppedAt: midnight + second * 1000 })),
      ),
    );
    for (const limit of [1, 2, 3, 7]) {
      const found: string[] = [];
      for (let after: Sequenced<JobRun> | undefined; ;) {
        const part = await store.read((view) => view.ledger.listJobRuns(always, { limit, ...(after ? { after } : {}) }));
        if (part.length === 0) break;
        found.push(...part.map(({ job }) => job.id));
        after = part.at(-1)!.job;
      }
      assert.equal(found, ['j-1', 'j-5', 'j-2', 'j-3', 'j-4', 'j-0', 'j-6']);
    }
  });

  test('the last end of a project is that of what ran', async ({ store }) => {
    assert.is(await store.read((view) => view.ledger.findLastStop('web')), null);
    await store.write(async (tx) => {
      await tx.ledger.addRun(createRun('r-1', { stoppedAt: midnight + 9000 }), []);
      await tx.ledger.addRun(createRun('r-2', { stoppedAt: midnight + 5000 }), []);
      await tx.ledger.addRun(createRun('r-3', { stoppedAt: midnight + 11_000, status: 'not_run' }), []);
      await tx.ledger.addRun(createRun('r-4', { project: 'api', stoppedAt: midnight + 12_000 }), []);
    });
    assert.is(await store.read((view) => view.ledger.findLastStop('web')), midnight + 9000);
  });

  test('tests come back in the order of the report, with what no engine can keep replaced', async ({ store }) => {
    const place = { job: 'j-1', jobName: 'test', workflow: 'build', project: 'web', revision: 'c0ffee', at: midnight };
    await store.write((tx) =>
      tx.ledger.addTests(place, [
        createTest('adds', { run_time: 1.5 }),
        createTest('a\0b\ud83d', { result: 'failure', message: 'é 😀' }),
        createTest('skips', { result: 'skipped' }),
      ]),
    );
    const found = await store.read((view) => view.ledger.listTests('j-1', { limit: 10 }));
    assert.equal(
      found.map(({ seq: _seq, ...one }) => one),
      [
        createTest('adds', { run_time: 1.5 }),
        createTest('a\ufffdb\ufffd', { result: 'failure', message: 'é 😀' }),
        createTest('skips', { result: 'skipped' }),
      ],
    );
    assert.equal(
      (await store.read((view) => view.ledger.listTests('j-1', { after: found[0]!.seq, limit: 1 }))).map(({ name }) => name),
      ['a\ufffdb\ufffd'],
    );
    assert.equal(await store.read((view) => view.ledger.measureTests('j-1')), { count: 3, bytes: 4 + 8 + 5 + 7 + 3 * (4 + 7 + 4) });
    assert.equal(await store.read((view) => view.ledger.measureTests('j-9')), { count: 0, bytes: 0 });
  });

  test('more tests than one statement takes are all kept', async ({ store }) => {
    const place = { job: 'j-1', jobName: 'test', workflow: 'build', project: 'web', revision: null, at: midnight };
    await store.write((tx) =>
      tx.ledger.addTests(
        place,
        Array.from({ length: 1234 }, (_, at) => createTest(`test ${at}`)),
      ),
    );
    assert.is((await store.read((view) => view.ledger.measureTests('j-1'))).count, 1234);
    assert.is((await store.read((view) => view.ledger.listTests('j-1', { limit: 2000 }))).at(-1)?.name, 'test 1233');
  });

  test('a run is written once: a second row of it is refused, and nothing of that unit stays', async ({ store }) => {
    await store.write((tx) => tx.ledger.addRun(createRun('r-1'), []));
    await catchError(
      store.write(async (tx) => {
        await tx.ledger.addRun(createRun('r-2'), [createJob('j-2', 'r-2')]);
        await tx.ledger.addRun(createRun('r-1'), []);
      }),
    );
    assert.is(await store.read((view) => view.ledger.findRun('r-2')), undefined);
    assert.equal(await store.read((view) => view.ledger.listJobRuns(always, { limit: 10 })), []);
  });

  test('everything of a project is forgotten, and nothing of another', async ({ store }) => {
    await store.write(async (tx) => {
      for (const project of ['web', 'api']) {
        await tx.ledger.addRun(createRun(`r-${project}`, { project }), [createJob(`j-${project}`, `r-${project}`, { project })]);
        await tx.ledger.addTests({ job: `j-${project}`, jobName: 'test', workflow: 'build', project, revision: null, at: midnight }, [
          createTest('adds'),
        ]);
      }
    });
    await store.write((tx) => tx.ledger.deleteProject('web'));
    const left = async () =>
      store.read(async (view) =>
        Promise.all(
          (['workflow_runs', 'job_runs', 'test_results'] as const).map(async (table) =>
            (await view.ledger.listRows(table, { limit: 10 })).map(({ project }) => project),
          ),
        ),
      );
    assert.equal(await left(), [['api'], ['api'], ['api']]);
    await store.clear();
    assert.equal(await left(), [[], [], []]);
  });

  test('what is dumped can be loaded again, and is the same', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.ledger.addRun(createRun('r-1', { status: 'failed' }), [createJob('j-1', 'r-1')]);
      await tx.ledger.addTests({ job: 'j-1', jobName: 'test', workflow: 'build', project: 'web', revision: null, at: midnight }, [
        createTest('adds'),
      ]);
    });
    const tables = ['workflow_runs', 'job_runs', 'test_results'] as const;
    const dumped = await store.read((view) => Promise.all(tables.map((table) => view.ledger.listRows(table, { limit: 10 }))));
    await store.clear();
    await store.write(async (tx) => {
      for (const [at, table] of tables.entries()) await tx.ledger.insertRows(table, dumped[at]!);
    });
    const placeless = (all: typeof dumped) => all.map((rows) => rows.map(({ seq: _seq, ...row }) => row));
    assert.equal(
      placeless(await store.read((view) => Promise.all(tables.map((table) => view.ledger.listRows(table, { limit: 10 }))))),
      placeless(dumped),
    );
    await store.write((tx) => tx.ledger.addRun(createRun('r-2'), [createJob('j-2', 'r-2')]));
    assert.equal(
      (await store.read((view) => view.ledger.listRows('workflow_runs', { limit: 10 }))).map(({ id }) => id),
      ['r-1', 'r-2'],
      'and goes on',
    );
  });
};
