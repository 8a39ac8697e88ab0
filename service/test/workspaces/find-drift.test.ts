import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findDrift } from '../../src/workspaces/runs/plan-documents/find-drift.ts';

const test = suite('what a plan found');

const managed = { mode: 'managed' };
const change = (...actions: string[]) => ({ mode: 'managed', change: { actions, after: actions.includes('delete') ? null : {} } });

test('drift counts resources that were changed or are gone, in all modules; the others of the state are undrifted', () => {
  assert.equal(
    findDrift({
      resource_drift: [change('update'), change('delete'), change('no-op'), { mode: 'data', change: { actions: ['update'], after: {} } }],
      prior_state: {
        values: {
          root_module: {
            resources: [managed, managed, { mode: 'data' }],
            child_modules: [{ resources: [managed], child_modules: [{ resources: [managed] }] }],
          },
        },
      },
      checks: [
        { status: 'fail', instances: [{ status: 'pass' }, { status: 'fail' }] },
        { status: 'unknown' },
        { status: 'error', instances: [{ status: 'error' }] },
      ],
    }),
    { resourcesDrifted: 2, resourcesUndrifted: 3, checksPassed: 1, checksFailed: 1, checksErrored: 1, checksUnknown: 1 },
  );
});
test('a plan without any of these found nothing', () => {
  assert.equal(findDrift({}), {
    resourcesDrifted: 0,
    resourcesUndrifted: 0,
    checksPassed: 0,
    checksFailed: 0,
    checksErrored: 0,
    checksUnknown: 0,
  });
});

test.run();
