import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService, statusAndMessage, startTime } from '../support.ts';
import { requestDecision, policyPathOf, replacePolicies, versionPolicy } from './policy-requests.ts';
import { createOrganization } from '../../creators.ts';

const decisions = suite<{ here: CiTestService }>('CI policy decisions');
decisions.before.each(async (context) => {
  context.here = await startCiService();
});
decisions.after.each(async (context) => {
  await context.here.close();
});
const gone = (what: string) => `${what} was not found, or this token has no access to it`;
const nowhere = 'aaaaaaaa-0000-4000-8000-000000000000';
const latest = async (bench: CiTestService): Promise<any> => (await bench.ci(`GET ${policyPathOf(bench, '/decision')}`)).body[0];

decisions('a configuration is judged by the policies: PASS, SOFT_FAIL, HARD_FAIL', async ({ here: bench }) => {
  const post = async (input: string) => {
    const { status, body } = await bench.ci(`POST ${policyPathOf(bench, '/decision')}`, { input });
    return [status, JSON.stringify(body)];
  };
  assert.equal(await post('version: 2.1'), [
    200,
    '{"enabled_rules":[],"hard_failures":[],"soft_failures":[],"reason":"there are no policies","status":"PASS"}',
  ]);
  await replacePolicies(bench, { 'soft.rego': versionPolicy('soft', '2.1'), 'hard.rego': versionPolicy('hard', '2', 'enable_hard') });
  assert.equal(await post('version: 2.1'), [
    200,
    '{"enabled_rules":["hard_version","soft_version"],"hard_failures":[],"soft_failures":[],"reason":null,"status":"PASS"}',
  ]);
  assert.equal(await post('version: 2'), [
    200,
    '{"enabled_rules":["hard_version","soft_version"],"hard_failures":[],"soft_failures":[{"rule":"soft_version",' +
      '"reason":"version is below 2.1"}],"reason":null,"status":"SOFT_FAIL"}',
  ]);
  assert.equal(await post('{"version": 1}'), [
    200,
    '{"enabled_rules":["hard_version","soft_version"],"hard_failures":[{"rule":"hard_version","reason":"version is ' +
      'below 2"}],"soft_failures":[{"rule":"soft_version","reason":"version is below ' +
      '2.1"}],"reason":null,"status":"HARD_FAIL"}',
  ]);
});

decisions('what cannot be evaluated is ERROR with its place, and logged', async ({ here: bench }) => {
  const head = 'package org\npolicy_name["p"]\n';
  await replacePolicies(bench, { 'p.rego': `${head}rule := "yes"\nrule := "no" { input.version == 1 }\n` });
  const error = {
    enabled_rules: [],
    hard_failures: [],
    soft_failures: [],
    reason: 'p.rego:4:1: complete rules must not produce multiple outputs',
    status: 'ERROR',
  };
  assert.equal(await requestDecision(bench, 'version: 1'), error);
  assert.equal((await latest(bench)).decision, error);
  await replacePolicies(bench, {
    'p.rego':
      `${head}enable_rule["r"]\nr := "x" { count([1 | some x in numbers.range(1, 2000); ` +
      `some y in numbers.range(1, 2000); x + y < 0]) > 0 }\n`,
  });
  const { status, reason } = await requestDecision(bench, 'version: 1');
  assert.equal([status, reason.replace(/:\d+:\d+:/, ':')], ['ERROR', 'p.rego: the evaluation takes more than 300000 steps']);
});

decisions('policies see the configuration as YAML has it, the metadata and the clock', async ({ here: bench }) => {
  await replacePolicies(bench, {
    'p.rego': `package org
policy_name["p"]
enable_rule["r"]
r[sprintf("image %s", [input.jobs.build.docker[0].image])] { true }
r[sprintf("project %s", [data.meta.project_id])] { data.meta.team.name == "ops" }
r[sprintf("now %d", [time.now_ns()])] { true }
`,
  });
  const { soft_failures: failures } = await requestDecision(
    bench,
    'base: &base {docker: [{image: "cimg/base"}]}\njobs: {build: {<<: *base}}',
    { project_id: 'web', team: { name: 'ops' } },
  );
  assert.equal(failures, [
    { rule: 'r', reason: 'image cimg/base' },
    { rule: 'r', reason: 'now 1777636800000000000' },
    { rule: 'r', reason: 'project web' },
  ]);
});

decisions('each is logged: id, time, decision, metadata, policies with their hashes, milliseconds', async ({ here: bench }) => {
  const { ci } = bench;
  await replacePolicies(bench, {
    'soft.rego': 'package org\npolicy_name["soft"]\nenable_rule["r"]\nr := "why"\n',
    'b.rego': 'package org\npolicy_name["b"]\n',
  });
  const metadata = {
    build_number: 7,
    project_id: nowhere,
    ssh_rerun: false,
    vcs: { branch: 'main', origin_repository_url: 'https://host/a', release_tag: 'v1', target_repository_url: 'https://host/b' },
  };
  await requestDecision(bench, 'version: 2', metadata);
  const list = await ci(`GET ${policyPathOf(bench, '/decision')}`);
  const { id } = list.body[0];
  assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const log = {
    id,
    created_at: startTime,
    decision: { enabled_rules: ['r'], hard_failures: [], soft_failures: [{ rule: 'r', reason: 'why' }], reason: null, status: 'SOFT_FAIL' },
    metadata: {
      build_number: 7,
      project_id: nowhere,
      ssh_rerun: false,
      vcs: { branch: 'main', origin_repository_url: 'https://host/a', release_tag: 'v1', target_repository_url: 'https://host/b' },
    },
    policies: {
      b: '37743f6fbfca9c65d8a41e80061df1b1ac72b6d32dd476633d3e35755580a541',
      soft: '5ab8ccced0679958d2d00d1d39e6b11964188a01ca7911e3ead0418ac6fbb263',
    },
    time_taken_ms: 0,
  };
  assert.equal([list.status, list.body], [200, [log]]);
  const one = await ci(`GET ${policyPathOf(bench, `/decision/${id}`)}`);
  assert.equal([one.status, JSON.stringify(one.body)], [200, JSON.stringify(log)]);
  await requestDecision(bench, 'version: 2');
  assert.equal((await latest(bench)).metadata, {});
});

decisions('the policies of a decision are as they were when it was made', async ({ here: bench }) => {
  const { ci, clock } = bench;
  const me = (await ci('GET /me')).body.id;
  await requestDecision(bench, 'version: 1');
  const before = (await latest(bench)).id;
  await replacePolicies(bench, { 'p.rego': 'package org\npolicy_name["p"]\n' });
  clock.advance(1000);
  await requestDecision(bench, 'version: 1');
  const during = (await latest(bench)).id;
  await replacePolicies(bench, { 'q.rego': 'package org\npolicy_name["q"]\n' });
  const bundle = async (id: string) => {
    const { status, body } = await ci(`GET ${policyPathOf(bench, `/decision/${id}/policy-bundle`)}`);
    return [status, body];
  };
  assert.equal(await bundle(before), [200, {}]);
  assert.equal(await bundle(during), [
    200,
    { p: [{ content: 'package org\npolicy_name["p"]\n', created_at: startTime, created_by: me, name: 'p' }] },
  ]);
});

decisions("one that is not there, or another organization's, is 404", async ({ here: bench }) => {
  const { ci } = bench;
  await requestDecision(bench, 'version: 1');
  const { id } = await latest(bench);
  await createOrganization(bench, 'initech');
  const other = (await ci('GET /me/collaborations')).body.find(({ name }: any) => name === 'initech').id;
  for (const rest of ['', '/policy-bundle']) {
    assert.equal(statusAndMessage(await ci(`GET ${policyPathOf(bench, `/decision/${nowhere}${rest}`)}`)), [
      404,
      gone(`the decision ${nowhere}`),
    ]);
    assert.equal(statusAndMessage(await ci(`GET ${policyPathOf({ org: other }, `/decision/${id}${rest}`)}`)), [
      404,
      gone(`the decision ${id}`),
    ]);
    assert.equal(statusAndMessage(await ci(`GET ${policyPathOf(bench, `/decision/last${rest}`)}`)), [
      400,
      'decisionID: expected a UUID, got "last"',
    ]);
  }
});

decisions('a question that does not fit is 400 or 413, and not logged', async ({ here: bench }) => {
  const post = async (body: unknown) => statusAndMessage(await bench.ci(`POST ${policyPathOf(bench, '/decision')}`, body));
  assert.equal(await post({}), [400, 'input: is required: expected the text of a configuration']);
  assert.equal(await post({ input: { version: 1 } }), [400, 'input: expected the text of a configuration, got an object']);
  assert.equal(await post({ input: 'a: [1' }), [
    400,
    'input: is not valid YAML: line 1, column 6: flow sequence in block collection must be sufficiently indented and end with a ]',
  ]);
  assert.equal(await post({ input: 'a: 1\n---\nb: 2' }), [400, 'input: must be one YAML document but has 2']);
  assert.match(
    (await post({ input: '['.repeat(50_000) }))[1],
    /^input: is not valid YAML: line 1, column \d+: expected at most \d+ levels, one in the other: deeper YAML cannot be read here$/,
  );
  const nines = [...'bcdef']
    .map((name, index) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcde'[index]}`).join(',')}]`)
    .join('\n');
  assert.equal(await post({ input: `a: &a [0]\n${nines}\ng: [*f, *f]` }), [
    400,
    'input: has 392123 values with all aliases expanded; a configuration has at most 200000',
  ]);
  assert.equal(await post({ input: '#'.repeat(1_048_577) }), [413, 'input: has 1048577 characters; a configuration has at most 1048576']);
  assert.equal(await post({ input: '', metadata: [] }), [400, 'metadata: expected an object, got a list']);
  assert.equal(await post({ input: '', metadata: { build_number: '7', project_id: 7, ssh_rerun: 'no', vcs: 'git' } }), [
    400,
    'metadata.build_number: expected a whole number from 0 on, got "7"; ' +
      'metadata.project_id: expected a string, got a number; metadata.ssh_rerun: expected true or false, got "no"; ' +
      'metadata.vcs: expected an object, got "git"',
  ]);
  assert.equal(await post({ input: '', metadata: { vcs: { branch: 7 } } }), [400, 'metadata.vcs.branch: expected a string, got a number']);
  assert.equal(await post({ input: '', metadata: { more: 'x'.repeat(65_536) } }), [
    400,
    'metadata: has 65547 characters as JSON; the maximum is 65536',
  ]);
  assert.equal(await post({ input: '', colour: 'red' }), [400, 'colour: is not a known member; expected input, metadata']);
  assert.equal((await bench.ci(`GET ${policyPathOf(bench, '/decision')}`)).body, []);
});

decisions.run();
