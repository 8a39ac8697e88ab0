import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startHttpServer } from '../../src/http/http-server.ts';
import { createAdjustableClock } from '../../src/http/clock.ts';
import { createService } from '../../src/service.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import { createRequester } from './served.ts';

const test = suite('GET /metrics: due work');

const schedule = {
  timetable: { 'per-hour': 1, 'hours-of-day': [11, 23], 'days-of-week': ['FRI'] },
  looked: '2026-05-01T10:00:00.000Z',
};
const cron = { schedule: { cron: '30 11 * * *', looked: '2026-05-01T10:00:00.000Z' }, disabled: false };

/** Records as the service stores them, as far as their times go. The clock stands at noon of Friday 2026-05-01. */
const records: readonly (readonly [kind: string, link: string, body: object])[] = [
  ['runs', 'active-runs', { status: 'planning', movesAt: '2026-05-01T11:59:00.000Z', reached: {} }],
  ['runs', 'active-runs', { status: 'planning', movesAt: '2026-05-01T12:00:00.000Z', reached: {} }],
  ['runs', 'active-runs', { status: 'planning', movesAt: '2026-05-01T12:00:00.001Z', reached: {} }],
  ['runs', 'active-runs', { status: 'planned', movesAt: null, reached: {} }],
  [
    'runs',
    'active-runs',
    { status: 'plan_queued', movesAt: null, executor: 'engine', reached: { plan_queued: '2026-05-01T11:50:00.000Z' } },
  ],
  ['runs', 'active-runs', { status: 'planning', movesAt: null, executor: 'engine', reached: { plan_queued: '2026-05-01T11:00:00.000Z' } }],
  ['assessments', 'active-assessments', { movesAt: '2026-05-01T11:59:59.500Z' }],
  ['engine-commands', 'active-engine-commands', { movesAt: '2026-05-01T11:59:59.000Z' }],
  ['policy-evaluations', 'pending-policy-evaluations', { updatedAt: '2026-05-01T11:59:58.000Z' }],
  ['notification-deliveries', 'notification-outbox', { state: 'waiting', dueAt: '2026-05-01T11:59:57.000Z' }],
  ['notification-deliveries', 'notification-outbox', { state: 'waiting', dueAt: '2026-05-01T12:10:00.000Z' }],
  ['task-calls', 'task-calls', { state: 'waiting', dueAt: '2026-05-01T11:59:56.000Z' }],
  ['ci-pipelines', 'ci-pending', { movesAt: '2026-05-01T11:59:55.000Z' }],
  ['ci-workflows', 'ci-active', { jobs: ['ci-jobs-13', 'ci-jobs-14'] }],
  ['ci-jobs', 'none', { movesAt: '2026-05-01T11:59:54.000Z', queuedAt: null }],
  ['ci-jobs', 'none', { movesAt: '2026-05-01T12:01:00.000Z', queuedAt: null }],
  ['ci-jobs', 'ci-queue', { movesAt: null, queuedAt: '2026-05-01T11:00:00.000Z' }],
  ['ci-schedules', 'ci-scheduled', schedule],
  ['ci-triggers', 'ci-scheduled-triggers', cron],
  ['ci-usage-exports', 'ci-exporting', { movesAt: '2026-05-01T11:59:53.000Z' }],
  ['ci-outbox', 'ci-outbox', { state: 'waiting', dueAt: '2026-05-01T11:59:52.000Z' }],
];

const readLines = async (plant: boolean): Promise<readonly string[]> => {
  const [store, clock] = [openSqlite({ memory: true }), createAdjustableClock()];
  clock.freeze(new Date('2026-05-01T12:00:00.000Z'));
  if (plant)
    await store.write(async (tx) => {
      for (const [index, [kind, link, body]] of records.entries()) {
        const id = `${kind}-${index}`;
        await tx.insert({ id, kind, scope: 'acme', key: id, name: '', body });
        await tx.link(link, 'all', id);
      }
    });
  const { port, close } = await startHttpServer(createService({ store, clock, control: { exposed: false } }).handle);
  try {
    const { text } = await createRequester(port)('GET /metrics');
    return text.split('\n').filter((line) => line.startsWith('slipway_due_work'));
  } finally {
    await close();
    await store.close();
  }
};

test('of each kind is counted, with the age of the oldest', async () => {
  assert.equal(await readLines(true), [
    'slipway_due_work{kind="runs"} 2',
    'slipway_due_work{kind="queued_runs"} 1',
    'slipway_due_work{kind="assessments"} 1',
    'slipway_due_work{kind="engine_commands"} 1',
    'slipway_due_work{kind="policy_evaluations"} 1',
    'slipway_due_work{kind="notifications"} 1',
    'slipway_due_work{kind="run_tasks"} 1',
    'slipway_due_work{kind="pipelines"} 1',
    'slipway_due_work{kind="jobs"} 1',
    'slipway_due_work{kind="queued_jobs"} 1',
    'slipway_due_work{kind="schedules"} 2',
    'slipway_due_work{kind="usage_exports"} 1',
    'slipway_due_work{kind="webhooks"} 1',
    'slipway_due_work_oldest_seconds{kind="runs"} 60',
    'slipway_due_work_oldest_seconds{kind="queued_runs"} 600',
    'slipway_due_work_oldest_seconds{kind="assessments"} 0.5',
    'slipway_due_work_oldest_seconds{kind="engine_commands"} 1',
    'slipway_due_work_oldest_seconds{kind="policy_evaluations"} 2',
    'slipway_due_work_oldest_seconds{kind="notifications"} 3',
    'slipway_due_work_oldest_seconds{kind="run_tasks"} 4',
    'slipway_due_work_oldest_seconds{kind="pipelines"} 5',
    'slipway_due_work_oldest_seconds{kind="jobs"} 6',
    'slipway_due_work_oldest_seconds{kind="queued_jobs"} 3600',
    'slipway_due_work_oldest_seconds{kind="schedules"} 3600',
    'slipway_due_work_oldest_seconds{kind="usage_exports"} 7',
    'slipway_due_work_oldest_seconds{kind="webhooks"} 8',
  ]);
});

test('without due work the number is 0', async () => {
  const lines = await readLines(false);
  assert.is(lines.length, 26);
  assert.ok(lines.every((line) => line.endsWith('} 0')));
});

test.run();
