import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  isJobOver,
  isWorkflowOver,
  canJobBecome,
  type JobStatus,
  computeTransition,
  type PlannedJob,
  type RequiredStatus,
  canWorkflowBecome,
  type WorkflowStatus,
} from '../../../src/ci/configuration/index.ts';

const test = suite('pipeline configuration: laws of states');

const wanted = fc.uniqueArray(fc.constantFrom<RequiredStatus>('success', 'failed', 'canceled', 'not_run', 'unauthorized', 'terminal'), {
  minLength: 1,
  maxLength: 3,
});
type Row = Pick<PlannedJob, 'name' | 'type' | 'requires'>;
const graph: fc.Arbitrary<readonly Row[]> = fc
  .array(
    fc.record({
      type: fc.constantFrom('build', 'build', 'approval', 'no-op' as const),
      links: fc.array(fc.tuple(fc.nat(), wanted), { maxLength: 3 }),
    }),
    { maxLength: 8 },
  )
  .map((nodes) =>
    nodes.map(({ type, links }, index): Row => ({
      name: `j${index}`,
      type,
      requires: index === 0 ? [] : links.map(([link, statuses]) => ({ job: `j${link % index}`, statuses })),
    })),
  )
  .chain((jobs) => fc.shuffledSubarray(jobs as Row[], { minLength: jobs.length }));

const meets = (status: JobStatus, statuses: readonly RequiredStatus[]): boolean =>
  statuses.some(
    (one) =>
      one === 'terminal' ||
      one === status ||
      (one === 'failed' && ['timedout', 'infrastructure_fail', 'terminated-unknown'].includes(status)),
  );

test('every order of events respects what jobs require, goes allowed ways, and ends', () => {
  fc.assert(
    fc.property(graph, fc.infiniteStream(fc.nat()), fc.option(fc.nat(12), { nil: undefined }), (jobs, chances, stopAt) => {
      const draw = (): number => chances.next().value as number;
      const now = new Map<string, JobStatus>(jobs.map(({ name }) => [name, 'blocked']));
      let status: WorkflowStatus = 'not_run';
      for (let turn = 0; ; turn += 1) {
        assert.ok(turn < 200, 'it does not end');
        const made = computeTransition(jobs, now, turn === stopAt ? 'canceled' : undefined);
        for (const [name, to] of made.changes) {
          assert.ok(canJobBecome(now.get(name)!, to) || stopAt === turn, `${now.get(name)} to ${to}`);
          now.set(name, to);
        }
        for (const { name, requires } of jobs)
          if (['not_running', 'on_hold'].includes(made.changes.get(name) ?? ''))
            for (const { job, statuses } of requires)
              assert.ok(meets(now.get(job)!, statuses), `${name} began after ${job} was ${now.get(job)}`);
        assert.ok(made.status === status || canWorkflowBecome(status, made.status), `${status} to ${made.status}`);
        status = made.status;
        assert.equal([...computeTransition(jobs, now).changes], []);
        const open = [...now].filter(([, one]) => !isJobOver(one) && one !== 'blocked');
        assert.is(isWorkflowOver(status), open.length === 0);
        if (open.length === 0) {
          assert.not.ok([...now.values()].includes('blocked'), 'a job waits for nothing');
          return;
        }
        const [name, from] = open[draw() % open.length]!;
        const ways = (
          [
            'success',
            'failed',
            'timedout',
            'infrastructure_fail',
            'terminated-unknown',
            'canceled',
            'unauthorized',
            'queued',
            'running',
            'retried',
          ] as const
        ).filter((to) => canJobBecome(from, to) && (to !== 'retried' || turn < 20));
        now.set(name, ways[draw() % ways.length]!);
      }
    }),
    { numRuns: runs(2000) },
  );
});

test.run();
