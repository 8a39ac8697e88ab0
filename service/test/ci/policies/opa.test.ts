import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService, statusAndMessage } from '../support.ts';
import { type FakeAgent, startFakeAgent } from './fake-agent.ts';
import { requestDecision, policyPathOf, replacePolicies } from './policy-requests.ts';

const opa = suite<{ here: CiTestService; agent: FakeAgent }>('CI policies of an Open Policy Agent');
opa.before.each(async (context) => {
  context.agent = await startFakeAgent();
  context.here = await startCiService({ settings: { opa: context.agent.address } });
});
opa.after.each(async (context) => {
  await context.here.close();
  await context.agent.close();
});

const soft = 'package org\n\npolicy_name["soft"]\n\nenable_rule["old"]\n\nold = "too old" { data.org.least > input.version }\n';
/** The version of the latest bundle, which stands in every path, as `V`. */
const rows = (agent: FakeAgent): readonly string[] => agent.requests.map(({ row }) => row.replaceAll(/b[0-9a-f]{32}/g, 'V'));
const result = (document: object) => ({ status: 200, body: JSON.stringify({ result: document }) });

opa('a bundle is given to the agent, each file under an id and a package of its own', async ({ here: bench, agent }) => {
  const answer = await replacePolicies(bench, {
    'soft.rego': soft,
    'b.rego': 'package org # ours\npolicy_name["b"]\nuses := data.ci.config.jobs\n',
  });
  assert.equal([answer.status, answer.body], [201, { created: ['b', 'soft'], deleted: [], modified: [] }]);
  assert.equal(rows(agent), [
    'PUT /v1/policies/slipway/library/ci.config',
    'PUT /v1/policies/slipway/library/ci.utils',
    'PUT /v1/policies/slipway/V/0',
    'PUT /v1/policies/slipway/V/1',
    'PUT /v1/policies/slipway/V/ask',
  ]);
  const [, , b, s, question] = agent.requests;
  const home = /slipway\/(b[0-9a-f]{32})\/0/.exec(b!.row)![1]!;
  assert.equal([b!.type, b!.text], ['text/plain', `package slipway.${home}.org # ours\npolicy_name["b"]\nuses := data.ci.config.jobs\n`]);
  assert.is(
    s!.text,
    `package slipway.${home}.org\n\npolicy_name["soft"]\n\nenable_rule["old"]\n\n` +
      `old = "too old" { data.slipway.${home}.org.least > input.version }\n`,
  );
  assert.is(
    question!.text,
    `package slipway.${home}.ask\n\ndecision := data.slipway.${home}.org with input as input.config with data.meta as input.meta\n`,
  );
  assert.is((await bench.ci(`GET ${policyPathOf(bench, '/policy-bundle/soft')}`)).body.content, soft, 'it is kept as it was sent');
});

opa('the latest 50 bundles stay at the agent; the one before them goes', async ({ here: bench, agent }) => {
  const replace = async (at: number): Promise<string> => {
    agent.requests.length = 0;
    await replacePolicies(bench, { 'soft.rego': `# ${at}\n${soft}` });
    return /b[0-9a-f]{32}/.exec(agent.requests[0]!.row)![0];
  };
  const deleted = () => agent.requests.filter(({ row }) => row.startsWith('DELETE')).map(({ row }) => row);
  const first = await replace(1);
  for (let at = 2; at <= 50; at += 1) await replace(at);
  assert.equal(deleted(), []);
  await replace(51);
  assert.equal(deleted(), [`DELETE /v1/policies/slipway/${first}/ask`, `DELETE /v1/policies/slipway/${first}/0`]);
});

opa('it decides: PASS, SOFT_FAIL, HARD_FAIL, from the document of the package', async ({ here: bench, agent }) => {
  await replacePolicies(bench, { 'soft.rego': soft });
  agent.requests.length = 0;
  agent.reply = () => result({ policy_name: ['soft'], enable_rule: ['old'], least: 2 });
  assert.equal(await requestDecision(bench, 'version: 2', { project_id: 'web' }), {
    enabled_rules: ['old'],
    hard_failures: [],
    soft_failures: [],
    reason: null,
    status: 'PASS',
  });
  assert.equal(
    [rows(agent), agent.requests[0]!.type, agent.requests[0]!.text],
    [['POST /v1/data/slipway/V/ask/decision'], 'application/json', '{"input":{"config":{"version":2},"meta":{"project_id":"web"}}}'],
  );
  agent.reply = () =>
    result({
      policy_name: ['soft'],
      enable_rule: ['old', 'image'],
      hard_fail: ['image'],
      old: 'too old',
      image: { node: 'no tag', go: 'no tag either' },
    });
  assert.equal(await requestDecision(bench, 'version: 1'), {
    enabled_rules: ['image', 'old'],
    hard_failures: [
      { rule: 'image', reason: 'no tag' },
      { rule: 'image', reason: 'no tag either' },
    ],
    soft_failures: [{ rule: 'old', reason: 'too old' }],
    reason: null,
    status: 'HARD_FAIL',
  });
  agent.reply = () => result({ policy_name: ['soft'], enable_rule: ['old'], old: ['too old'] });
  assert.equal((await requestDecision(bench, 'version: 1')).status, 'SOFT_FAIL');
  assert.equal((await bench.ci(`GET ${policyPathOf(bench, '/decision')}`)).body.map(({ decision }: any) => decision.status).sort(), [
    'HARD_FAIL',
    'PASS',
    'SOFT_FAIL',
  ]);
});

opa('an agent that was started anew is given the bundle again', async ({ here: bench, agent }) => {
  await replacePolicies(bench, { 'soft.rego': soft });
  agent.requests.length = 0;
  let isThere = false;
  agent.reply = ({ row }) => {
    if (row.endsWith('/ask')) isThere = true;
    return row.startsWith('POST') && isThere ? result({ enable_rule: [] }) : undefined;
  };
  assert.is((await requestDecision(bench, 'version: 2')).status, 'PASS');
  assert.equal(rows(agent), [
    'POST /v1/data/slipway/V/ask/decision',
    'PUT /v1/policies/slipway/V/0',
    'PUT /v1/policies/slipway/V/ask',
    'POST /v1/data/slipway/V/ask/decision',
  ]);
});

/** As the documentation of the REST API shows it. */
const unsafe = (file: string) => ({
  status: 400,
  body: `{
  "code": "invalid_parameter",
  "message": "error(s) occurred while compiling module(s)",
  "errors": [
    {
      "code": "rego_unsafe_var_error",
      "message": "var x is unsafe",
      "location": {
        "file": "${file}",
        "row": 3,
        "col": 1
      }
    }
  ]
}`,
});

opa(
  'what does not compile is 400 with file, line and reason; nothing is replaced and nothing of it stays at the agent',
  async ({ here: bench, agent }) => {
    await replacePolicies(bench, { 'soft.rego': soft });
    agent.requests.length = 0;
    agent.reply = ({ row }) => (/PUT .*\/1$/.test(row) ? unsafe(row.replace('PUT /v1/policies/', '')) : undefined);
    assert.equal(
      statusAndMessage(
        await replacePolicies(bench, {
          'a.rego': 'package org\npolicy_name["a"]\n',
          'team/bad.rego': 'package org\npolicy_name["bad"]\ny := x\n',
        }),
      ),
      [400, 'team/bad.rego:3:1: var x is unsafe (rego_unsafe_var_error); nothing was replaced'],
    );
    assert.equal(rows(agent).slice(-2), ['DELETE /v1/policies/slipway/V/ask', 'DELETE /v1/policies/slipway/V/0']);
    assert.equal(Object.keys((await bench.ci(`GET ${policyPathOf(bench, '/policy-bundle')}`)).body), ['soft']);
  },
);

opa('a file that needs a later one is tried again after it', async ({ here: bench, agent }) => {
  let isThere = false;
  agent.reply = ({ row }) => {
    if (row.endsWith('/1')) isThere = true;
    return row.endsWith('/0') && !isThere ? unsafe('slipway/x/0') : undefined;
  };
  assert.is(
    (
      await replacePolicies(bench, {
        'a.rego': 'package org\npolicy_name["a"]\ny := f(1)\n',
        'b.rego': 'package org\npolicy_name["b"]\nf(x) = x\n',
      })
    ).status,
    201,
  );
  assert.equal(rows(agent), [
    'PUT /v1/policies/slipway/V/0',
    'PUT /v1/policies/slipway/V/1',
    'PUT /v1/policies/slipway/V/ask',
    'PUT /v1/policies/slipway/V/0',
  ]);
});

opa('what is no configuration policy is refused before the agent is asked', async ({ here: bench, agent }) => {
  const compile = async (policies: Record<string, string>) => statusAndMessage(await replacePolicies(bench, policies));
  assert.equal(await compile({ 'a.rego': 'package other\npolicy_name["a"]\n' }), [
    400,
    'a.rego:1:1: the package of a policy is org; nothing was replaced',
  ]);
  assert.equal(await compile({ 'a.rego': 'package org\nx := http.send({})\n' }), [
    400,
    'a.rego:2:1: the first rule of a policy is policy_name, not x; nothing was replaced',
  ]);
  assert.equal(await compile({ 'a.rego': 'package org\npolicy_name["p"]\n', 'b.rego': 'package org\npolicy_name["p"]\n' }), [
    400,
    'b.rego:1:1: policy "p" is declared in a.rego too; nothing was replaced',
  ]);
  assert.equal(agent.requests, []);
});

opa.run();
