import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  isJobOver,
  isWorkflowOver,
  canJobBecome,
  type JobStatus,
  jobStatuses,
  computeTransition,
  canPipelineBecome,
  pipelineStates,
  type PlannedJob,
  type StopReason,
  canWorkflowBecome,
  workflowStatuses,
} from '../../../src/ci/configuration/index.ts';

const test = suite('pipeline configuration: states');

type Row = Pick<PlannedJob, 'name' | 'type' | 'requires'>;
const job = (name: string, type: Row['type'] = 'build', requires: Row['requires'] = []): Row => ({ name, type, requires });
const after = (name: string, statuses: Row['requires'][number]['statuses'] = ['success']) => ({ job: name, statuses });

/** `a=not_running b=…: workflow status` */
const step = (jobs: readonly Row[], statuses: { readonly [job: string]: JobStatus } = {}, stop?: StopReason): string => {
  const { changes, status } = computeTransition(jobs, new Map(Object.entries(statuses)), stop);
  return `${[...changes].map(([name, to]) => `${name}=${to}`).join(' ')}: ${status}`;
};

const line = [
  job('build'),
  job('test', 'build', [after('build')]),
  job('hold', 'approval', [after('test')]),
  job('ship', 'build', [after('hold')]),
];

const rows: readonly (readonly [
  what: string,
  jobs: readonly Row[],
  statuses: { readonly [job: string]: JobStatus },
  stop: StopReason | undefined,
  expected: string,
])[] = [
  ['what waits for nothing can be queued', line, {}, undefined, 'build=not_running: running'],
  ['what is queued or runs is waited for', line, { build: 'running' }, undefined, ': running'],
  ['success lets the next one begin', line, { build: 'success' }, undefined, 'test=not_running: running'],
  ['an approval waits for a person', line, { build: 'success', test: 'success' }, undefined, 'hold=on_hold: on_hold'],
  ['an approved one lets go', line, { build: 'success', test: 'success', hold: 'success' }, undefined, 'ship=not_running: running'],
  ['all success is success', line, { build: 'success', test: 'success', hold: 'success', ship: 'success' }, undefined, ': success'],
  ['nothing runs after a failure', line, { build: 'failed' }, undefined, 'test=not_run hold=not_run ship=not_run: failed'],
  ['nothing runs after a timeout', line, { build: 'timedout' }, undefined, 'test=not_run hold=not_run ship=not_run: failed'],
  [
    'nothing runs after a lost machine',
    line,
    { build: 'infrastructure_fail' },
    undefined,
    'test=not_run hold=not_run ship=not_run: failed',
  ],
  [
    'nothing runs after an end that nobody saw',
    line,
    { build: 'terminated-unknown' },
    undefined,
    'test=not_run hold=not_run ship=not_run: failed',
  ],
  ['a canceled job cancels the workflow', line, { build: 'canceled' }, undefined, 'test=not_run hold=not_run ship=not_run: canceled'],
  [
    'a refused context makes it unauthorized',
    line,
    { build: 'success', test: 'unauthorized' },
    undefined,
    'hold=not_run ship=not_run: unauthorized',
  ],
  ['a machine that is lost and tried again is waited for', line, { build: 'retried' }, undefined, ': running'],
  [
    'an approval that is canceled cancels',
    line,
    { build: 'success', test: 'success', hold: 'canceled' },
    undefined,
    'ship=not_run: canceled',
  ],
  ['while others run it is failing', [job('a'), job('b')], { a: 'failed', b: 'running' }, undefined, ': failing'],
  ['while others wait for a person it is failing', [job('a'), job('b', 'approval')], { a: 'failed', b: 'on_hold' }, undefined, ': failing'],
  ['while others run a refused one makes it failing', [job('a'), job('b')], { a: 'unauthorized', b: 'queued' }, undefined, ': failing'],
  ['while others run a hold does not hold it', [job('a', 'approval'), job('b')], { b: 'running' }, undefined, 'a=on_hold: running'],
  ['a refused one weighs more than a failed one', [job('a'), job('b')], { a: 'unauthorized', b: 'failed' }, undefined, ': unauthorized'],
  ['a failed one weighs more than a canceled one', [job('a'), job('b')], { a: 'canceled', b: 'failed' }, undefined, ': failed'],
  [
    'no-op jobs are over at once',
    [job('a', 'no-op'), job('b', 'no-op', [after('a')]), job('c', 'build', [after('b')])],
    {},
    undefined,
    'a=success b=success c=not_running: running',
  ],
  [
    'a workflow of no-op jobs is over at once',
    [job('b', 'no-op', [after('a')]), job('a', 'no-op')],
    {},
    undefined,
    'a=success b=success: success',
  ],
  ['no jobs is not run', [], {}, undefined, ': not_run'],
  ['a job that is not of the plan is not waited for', [job('a', 'build', [after('gone')])], {}, undefined, 'a=not_running: running'],
  [
    'failure can be asked for',
    [job('a'), job('b', 'build', [after('a', ['failed'])])],
    { a: 'timedout' },
    undefined,
    'b=not_running: failing',
  ],
  [
    'failure that is asked for and does not come',
    [job('a'), job('b', 'build', [after('a', ['failed'])])],
    { a: 'success' },
    undefined,
    'b=not_run: success',
  ],
  [
    'any end can be asked for',
    [job('a'), job('b', 'build', [after('a')]), job('c', 'build', [after('b', ['terminal'])])],
    { a: 'failed' },
    undefined,
    'b=not_run c=not_running: failing',
  ],
  [
    'what never ran can be asked for',
    [job('a'), job('b', 'build', [after('a')]), job('c', 'build', [after('b', ['not_run'])])],
    { a: 'failed' },
    undefined,
    'b=not_run c=not_running: failing',
  ],
  [
    'a canceled one can be asked for',
    [job('a'), job('b', 'build', [after('a', ['canceled', 'success'])])],
    { a: 'canceled' },
    undefined,
    'b=not_running: running',
  ],
  [
    'a refused one can be asked for',
    [job('a'), job('b', 'build', [after('a', ['unauthorized'])])],
    { a: 'unauthorized' },
    undefined,
    'b=not_running: failing',
  ],
  [
    'all requirements count',
    [job('a'), job('b'), job('c', 'build', [after('a'), after('b')])],
    { a: 'success', b: 'running' },
    undefined,
    ': running',
  ],
  [
    'one that cannot be met is enough',
    [job('a'), job('b'), job('c', 'build', [after('a'), after('b')])],
    { a: 'running', b: 'failed' },
    undefined,
    'c=not_run: failing',
  ],
  [
    'canceled: what has begun is canceled, what waited will not run',
    line,
    { build: 'success', test: 'running' },
    'canceled',
    'test=canceled hold=not_run ship=not_run: canceled',
  ],
  [
    'canceled: an approval that waits is canceled',
    line,
    { build: 'success', test: 'success', hold: 'on_hold' },
    'canceled',
    'hold=canceled ship=not_run: canceled',
  ],
  [
    'canceled: a failure before does not matter',
    [job('a'), job('b'), job('c', 'build', [after('b', ['canceled'])])],
    { a: 'failed', b: 'queued' },
    'canceled',
    'b=canceled c=not_run: canceled',
  ],
  ['an error ends it', line, {}, 'error', 'build=not_run test=not_run hold=not_run ship=not_run: error'],
  ['a refusal ends it', line, {}, 'unauthorized', 'build=not_run test=not_run hold=not_run ship=not_run: unauthorized'],
];
for (const [what, jobs, statuses, stop, expected] of rows) test(what, () => assert.is(step(jobs, statuses, stop), expected));

const ways = <Status extends string>(all: readonly Status[], may: (from: Status, to: Status) => boolean): string =>
  all.map((from) => `${from}: ${all.filter((to) => may(from, to)).join(' ')}`).join('\n');

test('what a job may become', () =>
  assert.is(
    ways(jobStatuses, canJobBecome),
    `success: 
running: success failed retried infrastructure_fail timedout terminated-unknown canceled
not_run: 
failed: 
retried: running queued canceled
queued: running infrastructure_fail canceled unauthorized
not_running: running queued canceled unauthorized
infrastructure_fail: 
timedout: 
on_hold: success canceled unauthorized
terminated-unknown: 
blocked: success not_run not_running on_hold canceled unauthorized
canceled: 
unauthorized: `,
  ));
test('what a workflow may become', () =>
  assert.is(
    ways(workflowStatuses, canWorkflowBecome),
    `success: 
running: success not_run failed error failing on_hold canceled unauthorized
not_run: success running failed error failing on_hold canceled unauthorized
failed: 
error: 
failing: failed error canceled unauthorized
on_hold: success running failed error failing canceled unauthorized
canceled: 
unauthorized: 
queued: success running not_run failed error failing on_hold canceled unauthorized`,
  ));
test('what a pipeline may become', () =>
  assert.is(
    ways(pipelineStates, canPipelineBecome),
    `created: errored
errored: 
setup-pending: errored setup
setup: errored pending
pending: created errored`,
  ));
test('ends', () => {
  assert.equal(jobStatuses.filter(isJobOver), [
    'success',
    'not_run',
    'failed',
    'infrastructure_fail',
    'timedout',
    'terminated-unknown',
    'canceled',
    'unauthorized',
  ]);
  assert.equal(workflowStatuses.filter(isWorkflowOver), ['success', 'not_run', 'failed', 'error', 'canceled', 'unauthorized']);
});
test.run();
