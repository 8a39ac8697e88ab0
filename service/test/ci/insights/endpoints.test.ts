import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { statusAndMessage } from '../support.ts';
import { type InsightsTestService, day, startInsightsService } from './support.ts';

const test = suite<{ bench: InsightsTestService }>('CI insights, endpoints');
test.before.each(async (context) => {
  context.bench = await startInsightsService();
});
test.after.each(async ({ bench }) => {
  await bench.close();
});

const hour = 3_600_000;

test('the default branch where neither branch nor all-branches is sent', async ({ bench }) => {
  await bench.recordRuns([
    { id: 'a', ago: day, seconds: 1 },
    { id: 'b', ago: day, seconds: 1, branch: 'next' },
    { id: 'c', ago: day, seconds: 1, branch: null },
  ]);
  const total = async (query: string) =>
    (await bench.insights(`{slug}/workflows${query}`)).body.items.map(({ metrics }: any) => metrics.total_runs);
  assert.equal(
    [
      await total(''),
      await total('?branch=next'),
      await total('?all-branches=true'),
      await total('?all-branches=false'),
      await total('?branch=none'),
    ],
    [[1], [1], [3], [1], []],
  );
});

test('what is refused', async ({ bench }) => {
  const said = async (path: string) => statusAndMessage(await bench.insights(path));
  const flow = '{slug}/workflows/build',
    series = 'time-series/{slug}/workflows/build/jobs';
  assert.equal(await said('{slug}/workflows?reporting-window=last-year'), [
    400,
    'reporting-window: expected last-24-hours or last-7-days or last-30-days or last-60-days or last-90-days, got "last-year"',
  ]);
  assert.equal(await said('{slug}/workflows?branch=main&all-branches=true'), [
    400,
    'all-branches: cannot be combined with branch; send one of them',
  ]);
  assert.equal(await said('{slug}/workflows?all-branches=yes'), [400, 'all-branches: expected true or false, got "yes"']);
  assert.equal(await said(`${flow}?end-date=2026-04-01`), [400, 'start-date: is required when end-date is given']);
  assert.equal(await said(`${flow}?start-date=yesterday`), [
    400,
    'start-date: expected a time such as 2026-05-01T12:00:00Z, got "yesterday"',
  ]);
  assert.equal(await said(`${flow}?start-date=2026-02-30`), [
    400,
    'start-date: expected a time such as 2026-05-01T12:00:00Z, got "2026-02-30"',
  ]);
  assert.equal(await said(`${flow}?start-date=2026-04-02&end-date=2026-04-01`), [400, 'end-date: is before start-date']);
  assert.equal(await said(`${series}?start-date=2026-01-01T00:00:00Z&end-date=2026-04-01T00:00:00.001Z`), [
    400,
    'end-date: is more than 90 days after start-date',
  ]);
  assert.equal(await said(`${series}?granularity=weekly`), [400, 'granularity: expected daily or hourly, got "weekly"']);
  assert.equal(await said('{slug}/workflows?page-token=x'), [
    400,
    'page-token: is not a page token of this list; send the next_page_token of the previous page, or no token for the first page',
  ]);
  assert.is((await said('gh/acme/none/workflows'))[0], 404);
  assert.is((await said('gh/none/summary'))[0], 404);
  assert.is((await bench.insights('{slug}/branches', { token: 'stranger-token' })).status, 404);
  assert.is((await bench.insights('{slug}/branches', { token: null })).status, 401);
});

test('runs of a workflow: those that ended last first, from start-date on and before end-date', async ({ bench }) => {
  const run = (id: string, ago: number, more: object = {}) => ({ id, ago, seconds: 90, ...more });
  await bench.recordRuns([
    run('a', 3 * day, { status: 'failed' }),
    run('b', 2 * day, { credits: 2.6, approval: true }),
    run('c', day, { branch: 'next' }),
    run('d', 100 * day),
  ]);
  const b = {
    id: 'b',
    branch: 'main',
    duration: 90,
    created_at: '2026-04-29T12:00:00.000Z',
    stopped_at: '2026-04-29T12:01:30.000Z',
    credits_used: 3,
    status: 'success',
    is_approval: true,
  };
  const a = {
    id: 'a',
    branch: 'main',
    duration: 90,
    created_at: '2026-04-28T12:00:00.000Z',
    stopped_at: '2026-04-28T12:01:30.000Z',
    credits_used: 0,
    status: 'failed',
    is_approval: false,
  };
  assert.equal((await bench.insights('{slug}/workflows/build')).body, { items: [b, a], next_page_token: null });
  const ids = async (query: string) =>
    (await bench.insights(`{slug}/workflows/build?all-branches=true&${query}`)).body.items.map(({ id }: any) => id);
  assert.equal(await ids(''), ['c', 'b', 'a']);
  assert.equal(await ids('start-date=2026-04-29T12:00:00Z&end-date=2026-04-30T12:00:00Z'), ['b']);
  assert.equal(await ids('start-date=2026-04-29T14:00:00%2B02:00'), ['c', 'b']);
  assert.equal(await ids('start-date=2025-12-01'), ['c', 'b', 'a'], 'nothing older than 90 days');
  assert.equal((await bench.insights('{slug}/workflows/none')).body, { items: [], next_page_token: null });
});

test('pages stay right while runs are added', async () => {
  const bench = await startInsightsService({ settings: { ciPageSize: 2 } });
  await bench.recordRuns(Array.from({ length: 5 }, (_, at) => ({ id: `r-${at}`, name: 'build', ago: (5 - at) * hour, seconds: 1 })));
  const first = (await bench.insights('{slug}/workflows/build')).body;
  await bench.recordRuns([{ id: 'new', ago: 0, seconds: 1 }]);
  const second = (await bench.insights(`{slug}/workflows/build?page-token=${first.next_page_token}`)).body;
  const third = (await bench.insights(`{slug}/workflows/build?page-token=${second.next_page_token}`)).body;
  assert.equal(
    [first, second, third].map(({ items }) => items.map(({ id }: any) => id)),
    [['r-4', 'r-3'], ['r-2', 'r-1'], ['r-0']],
  );
  assert.is(third.next_page_token, null);
  assert.is((await bench.insights(`{slug}/workflows/deploy?page-token=${first.next_page_token}`)).status, 400, 'the token of another list');
  await bench.recordRuns(
    ['alpha', 'beta', 'gamma'].map((name) => ({ id: name, name, ago: 0, seconds: 1 })),
    ['one', 'three', 'two'],
  );
  const names = async (path: string) => {
    const { items, next_page_token: token } = (await bench.insights(path)).body;
    return [items.map(({ name }: any) => name), token];
  };
  const [head, token] = await names('{slug}/workflows');
  assert.equal(
    [head, (await names(`{slug}/workflows?page-token=${token}`))[0]],
    [
      ['alpha', 'beta'],
      ['build', 'gamma'],
    ],
  );
  const [jobs, next] = await names('{slug}/workflows/alpha/jobs');
  assert.equal([jobs, (await names(`{slug}/workflows/alpha/jobs?page-token=${next}`))[0]], [['one', 'three'], ['two']]);
  const [moments, more] = await names('time-series/{slug}/workflows/alpha/jobs');
  assert.equal([moments, (await names(`time-series/{slug}/workflows/alpha/jobs?page-token=${more}`))[0]], [['one', 'three'], ['two']]);
  await bench.close();
});

test('jobs whose name contains it, and one job by its name', async ({ bench }) => {
  await bench.recordRuns([{ id: 'a', ago: day, seconds: 5, credits: 9 }], ['unit tests', 'lint', 'e2e-test']);
  const names = async (query: string) =>
    (await bench.insights(`{slug}/workflows/build/jobs${query}`)).body.items.map(({ name }: any) => name);
  assert.equal(
    [
      await names(''),
      await names('?job-name=test'),
      await names('?job-name=lint'),
      await names('?job-name=TEST'),
      await names('?job-name=%25'),
    ],
    [['e2e-test', 'lint', 'unit tests'], ['e2e-test', 'unit tests'], ['lint'], [], []],
  );
  assert.equal((await bench.insights('{slug}/workflows/build/jobs/lint')).body, {
    items: [
      {
        id: 'a lint',
        duration: 5,
        started_at: '2026-04-30T12:00:00.000Z',
        stopped_at: '2026-04-30T12:00:05.000Z',
        credits_used: 3,
        status: 'success',
      },
    ],
    next_page_token: null,
  });
});

test.run();
