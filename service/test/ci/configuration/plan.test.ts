import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileConfiguration, planWorkflows, type PlanTarget } from '../../../src/ci/configuration/index.ts';

const test = suite('pipeline configuration: plan');

const planned = async (workflows: string, revision: PlanTarget) => {
  const result = await compileConfiguration(
    `version: 2.1\njobs:\n  a: { docker: [{ image: a }], steps: [checkout] }\n  gather: { type: no-op }\n` +
      `  ship: { type: release, plan_name: x }\nworkflows:\n${workflows}`,
  );
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return planWorkflows(result.compiled, revision);
};
/** `workflow: job job; left out: job (why)` */
const told = async (workflows: string, revision: PlanTarget): Promise<readonly string[]> =>
  (await planned(workflows, revision)).map(
    ({ name, jobs, skipped }) =>
      `${name}: ${jobs.map((job) => job.name).join(' ')}${skipped.map(({ job, message }) => `; without ${job}: ${message}`).join('')}`,
  );

test('a plan says of each job what it is, what it waits for and what it may read', async () => {
  assert.equal(
    await planned(
      `  main:
    max_auto_reruns: 2
    jobs:
      - a: { context: [keys, more] }
      - hold: { type: approval, requires: [a] }
      - gather: { requires: [a: [failed, canceled], hold: terminal] }
      - ship: { requires: [gather], serial-group: ships }
`,
      { branch: 'main' },
    ),
    [
      {
        name: 'main',
        maxAutoReruns: 2,
        skipped: [],
        jobs: [
          { name: 'a', type: 'build', contexts: ['keys', 'more'], dependencies: [], requires: [] },
          { name: 'hold', type: 'approval', contexts: [], dependencies: ['a'], requires: [{ job: 'a', statuses: ['success'] }] },
          {
            name: 'gather',
            type: 'no-op',
            contexts: [],
            dependencies: ['a', 'hold'],
            requires: [
              { job: 'a', statuses: ['failed', 'canceled'] },
              { job: 'hold', statuses: ['terminal'] },
            ],
          },
          {
            name: 'ship',
            type: 'release',
            contexts: [],
            dependencies: ['gather'],
            requires: [{ job: 'gather', statuses: ['success'] }],
            serialGroup: 'ships',
          },
        ],
      },
    ],
  );
});

const filtered = `  w:
    jobs:
      - a
      - a: { name: main, filters: { branches: { only: main } } }
      - a: { name: release, filters: { branches: { only: [/release\\/.*/, dev] } } }
      - a: { name: but-dev, filters: { branches: { ignore: [dev, /x-.*/] } } }
      - a: { name: both, filters: { branches: { only: /x.*/, ignore: x-1 } } }
      - a: { name: not-main, filters: { branches: { only: /^(?!main$).*$/ } } }
      - a: { name: tags, filters: { tags: { only: /^v\\d+/ } } }
      - a: { name: only-tags, filters: { tags: { only: /.*/ }, branches: { ignore: /.*/ } } }
      - a: { name: but-old, filters: { tags: { ignore: /old-.*/ } } }
      - a: { name: always, filters: "true" }
      - a: { name: never, filters: "false" }
`;
const runs = async (revision: PlanTarget): Promise<string> =>
  (await planned(filtered, revision)).map(({ jobs }) => jobs.map(({ name }) => name).join(' ')).join();

test('filters choose jobs by branch', async () => {
  assert.is(await runs({ branch: 'main' }), 'a main but-dev tags but-old always');
  assert.is(await runs({ branch: 'release/1' }), 'a release but-dev not-main tags but-old always');
  assert.is(await runs({ branch: 'dev' }), 'a release not-main tags but-old always');
  assert.is(await runs({ branch: 'x-1' }), 'a not-main tags but-old always');
  assert.is(await runs({ branch: 'x2' }), 'a but-dev both not-main tags but-old always');
  assert.is(await runs({ branch: 'my-release/1' }), 'a but-dev not-main tags but-old always');
});
test('a tag runs only jobs whose filters name tags', async () => {
  assert.is(await runs({ tag: 'v1' }), 'tags only-tags but-old always');
  assert.is(await runs({ tag: 'v1-rc' }), 'only-tags but-old always');
  assert.is(await runs({ tag: 'old-1' }), 'only-tags always');
});
test('a job that is left out is listed with the reason', async () => {
  assert.equal(
    await told(
      `  w:
    jobs:
      - a: { filters: { branches: { only: main } } }
      - a: { name: b, filters: { tags: { only: v1 } } }
      - a: { name: c, filters: "false" }
`,
      { branch: 'dev' },
    ),
    ['w: b; without a: its filters exclude the branch dev; without c: its filter does not hold'],
  );
  assert.equal(
    await told(
      `  w:
    jobs:
      - a
      - a: { name: b, filters: { tags: { only: v1 } } }
`,
      { tag: 'v2' },
    ),
    ['w: ; without a: it has no filter for tags, and this is the tag v2; without b: its filters exclude the tag v2'],
  );
  assert.equal(await told('  w: { jobs: [a: { filters: { branches: { only: /.+/ } } }] }\n', {}), [
    'w: ; without a: its filters require a branch',
  ]);
});
test('a requirement that is left out is not waited for; one whose requirements are all left out is left out', async () => {
  const workflow = `  w:
    jobs:
      - last: { type: approval, requires: [two, one] }
      - a: { name: one, filters: { branches: { only: main } } }
      - a: { name: two, requires: [one] }
      - a: { name: three, requires: [one, free] }
      - a: { name: free }
      - a: { name: after, requires: [three, last] }
`;
  assert.equal(await told(workflow, { branch: 'dev' }), [
    'w: three free after; without last: all that it requires is skipped: two, one; ' +
      'without one: its filters exclude the branch dev; without two: all that it requires is skipped: one',
  ]);
  const [dev] = await planned(workflow, { branch: 'dev' });
  assert.equal(
    dev!.jobs.map(({ name, dependencies }) => [name, dependencies]),
    [
      ['three', ['free']],
      ['free', []],
      ['after', ['three']],
    ],
  );
  assert.equal(await told(workflow, { branch: 'main' }), ['w: last one two three free after']);
});
test('a scheduled workflow runs on its schedule, without the others', async () => {
  const workflows =
    '  nightly: { triggers: [{ schedule: { cron: "0 0 * * *", filters: { branches: { only: [main, /r.*/] } } } }], ' +
    'jobs: [a] }\n  pushed: { jobs: [a] }\n';
  assert.equal(await told(workflows, { branch: 'main' }), ['nightly: ; without a: its workflow runs on a schedule', 'pushed: a']);
  assert.equal(await told(workflows, { branch: 'main', schedule: 'nightly' }), [
    'nightly: a',
    'pushed: ; without a: this is the schedule of the workflow nightly',
  ]);
  assert.equal(await told(workflows, { branch: 'dev', schedule: 'nightly' }), [
    'nightly: ; without a: the schedule is not for the branch dev',
    'pushed: ; without a: this is the schedule of the workflow nightly',
  ]);
});
test.run();
