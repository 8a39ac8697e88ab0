import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService } from '../support.ts';
import { policyPathOf, versionPolicy } from './policy-requests.ts';

const hosted = suite<{ here: CiTestService }>('CI policies in the words of the hosted service');
hosted.before.each(async (context) => {
  context.here = await startCiService({ profile: 'hosted' });
});
hosted.after.each(async (context) => {
  await context.here.close();
});
const alpha = 'package org\npolicy_name["alpha"]\n';

hosted('what is empty is left out', async ({ here: bench }) => {
  const post = async (rest: string, body: unknown) => {
    const answer = await bench.ci(`POST ${policyPathOf(bench, rest)}`, body);
    return [answer.status, JSON.stringify(answer.body)];
  };
  assert.equal(await post('/policy-bundle?dry=true', { policies: { a: alpha } }), [200, '{"created":["alpha"]}']);
  assert.equal(await post('/policy-bundle', { policies: { a: alpha } }), [201, '{"created":["alpha"]}']);
  assert.equal(await post('/policy-bundle', { policies: { a: alpha } }), [201, '{}']);
  assert.equal(await post('/decision', { input: 'version: 1' }), [200, '{"reason":"no rule is enabled","status":"PASS"}']);
  assert.equal(await post('/policy-bundle', { policies: { b: versionPolicy('b', '2', 'enable_hard') } }), [
    201,
    '{"created":["b"],"deleted":["alpha"]}',
  ]);
  assert.equal(await post('/decision', { input: 'version: 2' }), [200, '{"enabled_rules":["b_version"],"status":"PASS"}']);
  assert.equal(await post('/decision', { input: 'version: 1' }), [
    200,
    '{"enabled_rules":["b_version"],"hard_failures":[{"rule":"b_version","reason":"version is below 2"}],"status":"HARD_FAIL"}',
  ]);
  assert.equal((await bench.ci(`GET ${policyPathOf(bench, '/decision')}`)).body[0].decision, {
    enabled_rules: ['b_version'],
    hard_failures: [{ rule: 'b_version', reason: 'version is below 2' }],
    status: 'HARD_FAIL',
  });
});

hosted('errors are {error}, whoever says them; elsewhere they are {message}', async ({ here: { ci, org } }) => {
  const error = async (row: string, body?: unknown, token = 'owner-token') => {
    const { status, body: answer } = await ci(row, body, { token });
    return [status, answer];
  };
  const path = `/owner/${org}/context/config`;
  assert.equal(await error(`PATCH ${path}/decision/settings`, {}), [400, { error: 'enabled: is required: expected true or false' }]);
  assert.equal(await error(`GET ${path}/policy-bundle`, undefined, 'nobody'), [401, { error: 'the token is not valid here' }]);
  assert.equal(await error(`PATCH ${path}/decision/settings`, { enabled: true }, 'mia-token'), [
    403,
    { error: 'only owners of the organization change policies and policy settings' },
  ]);
  assert.equal(await error(`GET ${path}/policy-bundle/nothing`), [
    404,
    { error: 'the policy "nothing" was not found, or this token has no access to it' },
  ]);
  assert.equal(await error(`POST ${path}/decision`, { input: '#'.repeat(1_048_577) }), [
    413,
    { error: 'input: has 1048577 characters; a configuration has at most 1048576' },
  ]);
  assert.equal(await error(`POST ${path}/policy-bundle`, { policies: { 'a.rego': 'package org' } }), [
    400,
    { error: 'a.rego:1:1: a policy begins with `policy_name["…"]`, and this file has no rules; nothing was replaced' },
  ]);
  assert.equal(await error('GET /context'), [400, { message: 'expected owner-id or owner-slug' }]);
});

hosted.run();
