import { spawn, spawnSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { renamePackage } from '../../../src/ci/policies/opa/rename-package.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { startCiService, type CiTestService, statusAndMessage } from '../support.ts';
import { type FakeAgent, startFakeAgent } from './fake-agent.ts';
import { requestDecision, policyPathOf, replacePolicies } from './policy-requests.ts';

const opa = suite<{ here: CiTestService; agent: FakeAgent }>('errors of an Open Policy Agent');
opa.before.each(async (context) => {
  context.agent = await startFakeAgent();
  context.here = await startCiService({ settings: { opa: context.agent.address } });
});
opa.after.each(async (context) => {
  await context.here.close();
  await context.agent.close();
});

const soft = 'package org\n\npolicy_name["soft"]\n\nenable_rule["old"]\n\nold = "too old" { data.org.least > input.version }\n';

opa('a mistake while evaluating, and whatever else it answers, is ERROR with its words, and logged', async ({ here: bench, agent }) => {
  await replacePolicies(bench, { 'soft.rego': soft });
  const home = /slipway\/(b[0-9a-f]{32})\/0/.exec(agent.requests[0]!.row)![1]!;
  const reason = async (status: number, body: string) => {
    agent.reply = () => ({ status, body });
    const made = await requestDecision(bench, 'version: 1');
    assert.is(made.status, 'ERROR');
    return made.reason.replace(agent.address, 'http://agent');
  };
  assert.is(
    await reason(
      500,
      `{
  "code": "internal_error",
  "message": "error(s) occurred while evaluating query",
  "errors": [
    {
      "code": "eval_conflict_error",
      "message": "complete rules must not produce multiple outputs",
      "location": {
        "file": "slipway/${home}/0",
        "row": 7,
        "col": 1
      }
    }
  ]
}`,
    ),
    'soft.rego:7:1: complete rules must not produce multiple outputs (eval_conflict_error)',
  );
  assert.is(
    await reason(401, '{"code": "unauthorized", "message": "request rejected by administrative policy"}'),
    'request rejected by administrative policy (unauthorized)',
  );
  assert.is(await reason(502, '<html>'), 'the Open Policy Agent at http://agent answers 502 with a body that is not JSON');
  assert.is(await reason(200, '[]'), 'the Open Policy Agent at http://agent has the policies but returns no decision');
  assert.is(await reason(200, '{"result": 7}'), 'the package org is not an object');
  assert.is(await reason(200, '{"result": {"enable_rule": 7}}'), 'enable_rule is not a set of rule names');
  assert.is(await reason(200, '{}'), 'the Open Policy Agent at http://agent has the policies but returns no decision');
  assert.is((await bench.ci(`GET ${policyPathOf(bench, '/decision')}`)).body.length, 7);
});

opa('one that is away: decisions are ERROR, policies are not replaced, pipelines do not start', async ({ here: bench, agent }) => {
  await replacePolicies(bench, { 'soft.rego': soft });
  await agent.close();
  const made = await requestDecision(bench, 'version: 1');
  assert.equal([made.status, made.reason], ['ERROR', `the Open Policy Agent at ${agent.address} cannot be reached: ECONNREFUSED`]);
  const answer = await replacePolicies(bench, { 'other.rego': 'package org\npolicy_name["other"]\n' });
  assert.equal(
    [...statusAndMessage(answer), answer.headers.get('retry-after')],
    [503, `the Open Policy Agent at ${agent.address} cannot be reached: ECONNREFUSED; nothing was replaced`, '5'],
  );
  assert.equal(Object.keys((await bench.ci(`GET ${policyPathOf(bench, '/policy-bundle')}`)).body), ['soft']);
  assert.equal(statusAndMessage(await bench.ci(`POST ${policyPathOf(bench, '/decision')}`, { input: 'a: [1' })), [
    400,
    'input: is not valid YAML: line 1, column 6: flow sequence in block collection must be sufficiently indented and end with a ]',
  ]);
});

opa('without policies nobody is asked', async ({ here: bench, agent }) => {
  assert.equal(await requestDecision(bench, 'version: 1'), {
    enabled_rules: [],
    hard_failures: [],
    soft_failures: [],
    reason: 'there are no policies',
    status: 'PASS',
  });
  assert.equal(agent.requests, []);
});

opa('the package is renamed where it is meant, and lines stay', () => {
  const in_ = (text: string) => renamePackage(text, 'here');
  assert.is(in_('# package org\npackage org\nx := data.org.y'), '# package org\npackage here.org\nx := data.here.org.y');
  assert.is(in_('package org;import data.org.a'), 'package here.org;import data.here.org.a');
  assert.is(in_('package org\nx := data["org"].y'), 'package here.org\nx := data.here.org.y');
  assert.is(
    in_(
      'package org\nx := "data.org" # data.org\ny := `data.org`\nz := input.data.org\nu := input[x].data.org\n' +
        'w := mydata.org\nv := data.organization\n',
    ),
    'package here.org\nx := "data.org" # data.org\ny := `data.org`\nz := input.data.org\nu := input[x].data.org\n' +
      'w := mydata.org\nv := data.organization\n',
  );
  assert.is(in_('package org\nx := "a\\"data.org"'), 'package here.org\nx := "a\\"data.org"');
  assert.is(in_('package organization\n'), undefined);
  assert.is(in_('package org.more\n'), undefined);
  assert.is(in_(''), undefined);
  const began = 'package org\n';
  assert.is(in_(began + 'a.'.repeat(200_000))!.length, began.length + 5 + 400_000, 'in time that grows with the text');
});

const binary = spawnSync('opa', ['version']).status === 0;
const real = binary ? opa : skipWithReason(opa, 'there is no opa on this machine');
real('a real agent compiles, refuses and decides', async ({ agent }) => {
  const port = new URL(agent.address).port;
  await agent.close();
  const program = spawn('opa', ['run', '--server', '--v0-compatible', '--addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
  const bench = await startCiService({ settings: { opa: agent.address } });
  try {
    const healthy = () =>
      fetch(`${agent.address}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await healthy())) assert.is(program.exitCode, null, 'opa has ended');
    assert.is(
      (await replacePolicies(bench, { 'soft.rego': soft, 'least.rego': 'package org\npolicy_name["least"]\nleast = 2\n' })).status,
      201,
    );
    assert.equal(
      [(await requestDecision(bench, 'version: 2')).status, (await requestDecision(bench, 'version: 1')).soft_failures],
      ['PASS', [{ rule: 'old', reason: 'too old' }]],
    );
    assert.match(
      statusAndMessage(await replacePolicies(bench, { 'bad.rego': 'package org\npolicy_name["bad"]\ny = x\n' }))[1],
      /^bad\.rego:3:1: .*var x is unsafe/,
    );
  } finally {
    program.kill();
    await bench.close();
  }
});

opa.run();
