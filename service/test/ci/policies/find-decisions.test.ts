import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../../src/store/new-id.ts';
import { startCiService, type CiTestService, statusAndMessage } from '../support.ts';
import { requestDecision, policyPathOf, replacePolicies } from './policy-requests.ts';

const found = suite<{ here: CiTestService }>('CI policy decisions, looked for');
found.before.each(async (context) => {
  context.here = await startCiService({ settings: { ciPageSize: 3 } });
});
found.after.each(async (context) => {
  await context.here.close();
});

/** The build numbers of what a query finds. */
const builds = async (bench: CiTestService, query = ''): Promise<readonly number[]> =>
  (await bench.ci(`GET ${policyPathOf(bench, '/decision')}${query}`)).body.map((one: any) => one.metadata.build_number);
const project = 'aaaaaaaa-0000-4000-8000-000000000000';
const judgeAll = async (bench: CiTestService): Promise<void> => {
  await replacePolicies(bench, {
    'p.rego':
      'package org\npolicy_name["p"]\nenable_rule["r"]\nhard_fail["r"] { input.hard }\nr = "why" { input.fails }\n' +
      'x := 1 { input.error }\nx := 2 { input.error }\n',
  });
  for (const [build, input] of ['a: 1', 'fails: true', 'fails: true\nhard: true', 'error: true', 'a: 1'].entries()) {
    await requestDecision(bench, input, {
      build_number: build,
      ...(build % 2 === 0 ? { vcs: { branch: 'main' } } : { project_id: project }),
    });
    bench.clock.advance(60_000);
  }
};

found('newest first, so many at once, the rest by offset', async ({ here: bench }) => {
  assert.equal(await builds(bench), []);
  await judgeAll(bench);
  assert.equal(await builds(bench), [4, 3, 2]);
  assert.equal(await builds(bench, '?offset=3'), [1, 0]);
  assert.equal(await builds(bench, '?offset=4'), [0]);
  assert.equal(await builds(bench, '?offset=5'), []);
  assert.equal(await builds(bench, '?offset=999999999999999'), []);
  assert.equal(await builds(bench, '?offset='), [4, 3, 2]);
});

found('by status, branch, project and build number', async ({ here: bench }) => {
  await judgeAll(bench);
  assert.equal(await builds(bench, '?status=PASS'), [4, 0]);
  assert.equal(await builds(bench, '?status=SOFT_FAIL'), [1]);
  assert.equal(await builds(bench, '?status=HARD_FAIL'), [2]);
  assert.equal(await builds(bench, '?status=ERROR'), [3]);
  assert.equal(await builds(bench, '?branch=main'), [4, 2, 0]);
  assert.equal(await builds(bench, '?branch=mai'), []);
  assert.equal(await builds(bench, `?project_id=${project}`), [3, 1]);
  assert.equal(await builds(bench, '?build_number=2'), [2]);
  assert.equal(await builds(bench, '?branch=main&status=PASS&offset=1'), [0]);
});

found('after a moment and before one, the moments themselves left out', async ({ here: bench }) => {
  await judgeAll(bench);
  assert.equal(await builds(bench, '?after=2026-05-01T12:01:00Z'), [4, 3, 2]);
  assert.equal(await builds(bench, '?after=2026-05-01T12:00:59.999Z&offset=3'), [1]);
  assert.equal(await builds(bench, '?before=2026-05-01T12:02:00Z'), [1, 0]);
  assert.equal(await builds(bench, '?after=2026-05-01T12:00:00Z&before=2026-05-01T12:04:00Z'), [3, 2, 1]);
  assert.equal(await builds(bench, '?after=2026-05-01T12:00:00Z&before=2026-05-01T12:04:00Z&offset=2'), [1]);
  assert.equal(await builds(bench, '?after=2026-05-01T12:00:00Z&before=2026-05-01T12:04:00Z&offset=3'), []);
  assert.equal(await builds(bench, '?after=2026-05-01T14:02:00%2B02:00'), [4, 3], 'with an offset');
  assert.equal(await builds(bench, '?after=2026-05-01T14:02:00+02:00'), [4, 3], 'whose + is no space');
  assert.equal(await builds(bench, '?after=2026-05-01T12:02:00'), [4, 3], 'UTC');
  assert.equal(await builds(bench, '?before=2026-05-01'), []);
  assert.equal(await builds(bench, '?after=2027-05-01'), []);
  assert.equal(await builds(bench, '?after=2026-05-01T12:03:00Z&before=2026-05-01T12:01:00Z'), []);
  assert.equal(await builds(bench, '?branch=main&before=2026-05-01T12:04:00Z'), [2, 0]);
});

found('a clock that was set back changes the order, and misses nothing', async ({ here: bench }) => {
  await requestDecision(bench, '', { build_number: 1 });
  bench.clock.advance(-60_000);
  await requestDecision(bench, '', { build_number: 2 });
  bench.clock.advance(120_000);
  await requestDecision(bench, '', { build_number: 3 });
  assert.equal(await builds(bench), [3, 1, 2]);
  assert.equal(await builds(bench, '?before=2026-05-01T12:00:00Z'), [2]);
  assert.equal(await builds(bench, '?after=2026-05-01T11:59:00Z'), [3, 1]);
});

for (const count of [0, 1, 20, 21, 100, 101, 250])
  found(`every decision once with ${count} of them`, async () => {
    const bench = await startCiService();
    await requestDecision(bench, '');
    const first = (await bench.store.read((view) => view.list<object>({ kind: 'ci-policy-decisions' }))).records[0]!;
    await bench.store.write(async (tx) => {
      await tx.delete('ci-policy-decisions', first.id);
      for (let build = 0; build < count; build++) {
        const id = newId('uuid');
        const createdAt = new Date(Date.UTC(2026, 4, 1, 12, 0, build)).toISOString();
        await tx.insert({ ...first, id, key: id, name: createdAt, body: { ...first.body, createdAt, metadata: { build_number: build } } });
      }
    });
    const [all, middle]: [number[], number[]] = [[], []];
    for (let page = await builds(bench); page.length > 0; page = await builds(bench, `?offset=${all.length}`)) {
      all.push(...page);
      assert.ok(page.length <= 20);
    }
    assert.equal(
      all,
      Array.from({ length: count }, (_, index) => count - 1 - index),
    );
    const within = '?after=2026-05-01T12:00:10Z&before=2026-05-01T12:01:30Z';
    for (let page = await builds(bench, within); page.length > 0; page = await builds(bench, `${within}&offset=${middle.length}`))
      middle.push(...page);
    assert.equal(
      middle,
      Array.from({ length: count }, (_, index) => count - 1 - index).filter((build) => build > 10 && build < 90),
    );
    await bench.close();
  });

found('what is no such filter is 400 and names the parameter', async ({ here: bench }) => {
  const get = async (query: string) => statusAndMessage(await bench.ci(`GET ${policyPathOf(bench, '/decision')}?${query}`));
  assert.equal(await get('status=pass'), [400, 'status: expected PASS, SOFT_FAIL, HARD_FAIL, ERROR, got "pass"']);
  for (const time of ['yesterday', '2026-13-01', '2026-05-01T25:00:00Z', '1', '2026'])
    assert.equal(await get(`after=${time}`), [400, `after: expected a date-time such as 2026-05-01T12:00:00Z, got "${time}"`]);
  assert.equal(await get('before=x'), [400, 'before: expected a date-time such as 2026-05-01T12:00:00Z, got "x"']);
  assert.equal(await get('build_number=-1'), [400, 'build_number: expected a whole number from 0 on, got "-1"']);
  assert.equal(await get('offset=1.5'), [400, 'offset: expected a whole number from 0 on, got "1.5"']);
});

found.run();
