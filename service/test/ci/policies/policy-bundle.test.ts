import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService, statusAndMessage, startTime } from '../support.ts';
import { requestDecision, policyPathOf, replacePolicies, versionPolicy } from './policy-requests.ts';

const bundles = suite<{ here: CiTestService }>('CI policy bundles');
bundles.before.each(async (context) => {
  context.here = await startCiService();
});
bundles.after.each(async (context) => {
  await context.here.close();
});
const gone = (what: string) => `${what} was not found, or this token has no access to it`;
const alpha = 'package org\npolicy_name["alpha"]\n';
const beta = 'package org\npolicy_name["beta"]\n';
const nowhere = 'aaaaaaaa-0000-4000-8000-000000000000';

bundles('a bundle is replaced whole; the answer says what was created, deleted and modified', async ({ here: bench }) => {
  const { ci, clock } = bench;
  const me = (await ci('GET /me')).body.id;
  assert.equal((await ci(`GET ${policyPathOf(bench, '/policy-bundle')}`)).body, {});
  const first = await replacePolicies(bench, { 'z/beta.rego': beta, 'alpha.rego': alpha });
  assert.equal(
    [first.status, first.body, first.headers.get('content-type')],
    [201, { created: ['alpha', 'beta'], deleted: [], modified: [] }, 'application/json'],
  );
  const read = await ci(`GET ${policyPathOf(bench, '/policy-bundle')}`);
  assert.equal(
    [read.status, JSON.stringify(read.body)],
    [
      200,
      JSON.stringify({
        alpha: [{ content: 'package org\npolicy_name["alpha"]\n', created_at: startTime, created_by: me, name: 'alpha' }],
        beta: [{ content: 'package org\npolicy_name["beta"]\n', created_at: startTime, created_by: me, name: 'beta' }],
      }),
    ],
  );
  clock.advance(60_000);
  const second = await replacePolicies(bench, { 'alpha.rego': `${alpha}# more\n`, 'c.rego': 'package org\npolicy_name["gamma"]\n' });
  assert.equal([second.status, second.body], [201, { created: ['gamma'], deleted: ['beta'], modified: ['alpha'] }]);
  assert.equal((await ci(`GET ${policyPathOf(bench, '/policy-bundle')}`)).body, {
    alpha: [
      { content: 'package org\npolicy_name["alpha"]\n# more\n', created_at: '2026-05-01T12:01:00.000Z', created_by: me, name: 'alpha' },
    ],
    gamma: [{ content: 'package org\npolicy_name["gamma"]\n', created_at: '2026-05-01T12:01:00.000Z', created_by: me, name: 'gamma' }],
  });
  clock.advance(60_000);
  assert.equal(
    (await replacePolicies(bench, { 'renamed.rego': `${alpha}# more\n` })).body,
    { created: [], deleted: ['gamma'], modified: [] },
    'a policy is known by its own name, not by its file',
  );
  assert.is(
    (await ci(`GET ${policyPathOf(bench, '/policy-bundle/alpha')}`)).body.created_at,
    '2026-05-01T12:01:00.000Z',
    'what is as it was was written when it was',
  );
  assert.equal((await replacePolicies(bench, {})).body, { created: [], deleted: ['alpha'], modified: [] });
  assert.equal((await ci(`GET ${policyPathOf(bench, '/policy-bundle')}`)).body, {});
});

bundles('dry, in the body or in the query, only says what would change', async ({ here: bench }) => {
  const { ci } = bench;
  const post = async (query: string, body: unknown) => {
    const { status, body: answer } = await ci(`POST ${policyPathOf(bench, '/policy-bundle')}${query}`, body);
    return [status, answer];
  };
  const would = { created: ['alpha'], deleted: [], modified: [] };
  const policies = { a: alpha };
  assert.equal(await post('', { dry: true, policies }), [200, would]);
  assert.equal(await post('?dry=true', { policies }), [200, would]);
  assert.equal(await post('?dry=true', { dry: true, policies }), [200, would]);
  assert.equal((await ci(`GET ${policyPathOf(bench, '/policy-bundle')}`)).body, {}, 'nothing was written');
  assert.equal(await post('?dry=true', { dry: false, policies }), [
    400,
    { message: 'dry: is false in the body and true in the query; send one of them' },
  ]);
  assert.equal(await post('?dry=yes', { policies }), [400, { message: 'dry: expected true or false, got "yes"' }]);
  assert.equal(await post('', { dry: 'true', policies }), [400, { message: 'dry: expected true or false, got "true"' }]);
  assert.equal(await post('?dry=false', { policies }), [201, would]);
  assert.equal(await post('', { dry: false, policies }), [201, { created: [], deleted: [], modified: [] }]);
});

bundles('what does not compile is 400 with file, line and reason, dry as well, and nothing is replaced', async ({ here: bench }) => {
  const { ci } = bench;
  await replacePolicies(bench, { a: alpha });
  const compile = async (policies: Record<string, string>, query = '') =>
    statusAndMessage(await ci(`POST ${policyPathOf(bench, '/policy-bundle')}${query}`, { policies }));
  const broken = { 'good.rego': beta, 'team/bad.rego': `${alpha}r := ` };
  assert.equal(await compile(broken), [400, 'team/bad.rego:3:6: expected a value, found the end of the file; nothing was replaced']);
  assert.equal(await compile(broken, '?dry=true'), await compile(broken));
  assert.equal(await compile({ 'a.rego': 'package org\nrule := 1' }), [
    400,
    'a.rego:2:1: the first rule of a policy is policy_name, not rule; nothing was replaced',
  ]);
  assert.equal(await compile({ 'a.rego': 'package other\npolicy_name["a"]' }), [
    400,
    'a.rego:1:1: the package of a policy is org, not other; nothing was replaced',
  ]);
  assert.equal(await compile({ 'a.rego': alpha, 'b.rego': alpha }), [
    400,
    'b.rego:2:1: policy "alpha" is declared in a.rego too; nothing was replaced',
  ]);
  const [, long] = await compile({ 'a.rego': 'x'.repeat(40_000) });
  assert.equal([long.length, long.slice(-24)], [501 + 22, 'x…; nothing was replaced']);
  assert.equal(Object.keys((await ci(`GET ${policyPathOf(bench, '/policy-bundle')}`)).body), ['alpha']);
});

bundles('one policy is read by the name that its own rule gives it', async ({ here: bench }) => {
  const { ci } = bench;
  const me = (await ci('GET /me')).body.id;
  await replacePolicies(bench, { 'file.rego': alpha });
  const found = await ci(`GET ${policyPathOf(bench, '/policy-bundle/alpha')}`);
  assert.equal(
    [found.status, found.body],
    [200, { content: 'package org\npolicy_name["alpha"]\n', created_at: startTime, created_by: me, name: 'alpha' }],
  );
  assert.equal(statusAndMessage(await ci(`GET ${policyPathOf(bench, '/policy-bundle/file.rego')}`)), [404, gone('the policy "file.rego"')]);
  assert.equal(statusAndMessage(await ci(`GET ${policyPathOf(bench, '/policy-bundle/toString')}`)), [404, gone('the policy "toString"')]);
});

bundles('a body that does not fit is 400 and names the member', async ({ here: bench }) => {
  const post = async (body: unknown) => statusAndMessage(await bench.ci(`POST ${policyPathOf(bench, '/policy-bundle')}`, body));
  assert.equal(await post({}), [400, 'policies: is required: expected an object']);
  assert.equal(await post({ policies: [alpha] }), [400, 'policies: expected an object, got a list']);
  assert.equal(await post({ policies: { a: 7 } }), [400, 'policies.a: expected the text of a policy, got a number']);
  assert.equal(await post({ policies: { '': alpha } }), [400, 'policies: expected names of 1 to 255 characters on one line, got ""']);
  assert.equal(await post({ policies: { 'a\nb': alpha } }), [
    400,
    'policies: expected names of 1 to 255 characters on one line, got "a\\nb"',
  ]);
  assert.equal(await post({ policies: {}, force: true }), [400, 'force: is not a known member; expected dry, policies']);
  assert.equal(await post(undefined), [400, 'expected a JSON object, got no body']);
});

bundles('2.5 MB of policies are taken, one byte more is 413', async ({ here: bench }) => {
  // A comment costs little to compile. é has two bytes; the name `a` is the last one.
  const filled = (more: number) => ({ a: `${alpha}# x${'é'.repeat(1_310_701)}${'x'.repeat(more)}\n` });
  assert.is(Buffer.byteLength(filled(0).a), 2_621_439);
  assert.equal(statusAndMessage(await replacePolicies(bench, filled(1))), [
    413,
    'policies: the policies have 2621441 bytes; a bundle has at most 2621440',
  ]);
  assert.is((await replacePolicies(bench, filled(0))).status, 201);
  assert.equal(statusAndMessage(await replacePolicies(bench, { a: 'x'.repeat(15_728_640) })), [
    413,
    'the body has 15728661 bytes; this endpoint takes at most 15728640',
  ]);
});

bundles("an owner is a UUID and one of the caller's organizations; the context is config", async ({ here: { ci, org } }) => {
  const rows = [
    'GET policy-bundle',
    'POST policy-bundle',
    'GET policy-bundle/alpha',
    'GET decision',
    'POST decision',
    'GET decision/settings',
    'PATCH decision/settings',
    `GET decision/${nowhere}`,
    `GET decision/${nowhere}/policy-bundle`,
  ];
  for (const row of rows) {
    const [method, rest] = row.split(' ') as [string, string];
    const on = async (owner: string, context = 'config', token = 'owner-token') =>
      statusAndMessage(await ci(`${method} /owner/${owner}/context/${context}/${rest}`, method === 'GET' ? undefined : {}, { token }));
    assert.equal(await on('acme'), [400, 'ownerID: expected a UUID, got "acme"'], row);
    assert.equal(await on(org, 'other'), [400, 'context: expected config, got "other"'], row);
    assert.equal(await on(nowhere), [404, gone(`the organization ${nowhere}`)], row);
    assert.equal(await on(org, 'config', 'stranger-token'), [404, gone(`the organization ${org}`)], row);
    assert.equal(await on(org, 'config', 'nobody'), [401, 'the token is not valid here'], row);
    assert.not.equal((await on(org.toUpperCase()))[1], gone(`the organization ${org}`), row);
  }
});

bundles('members read, ask and try; only owners of the organization replace', async ({ here: bench }) => {
  const { ci } = bench;
  const policies = { a: alpha };
  const as = (token: string) => ({ token });
  assert.equal(statusAndMessage(await ci(`POST ${policyPathOf(bench, '/policy-bundle')}`, { policies }, as('mia-token'))), [
    403,
    'only owners of the organization change policies and policy settings',
  ]);
  assert.is((await ci(`POST ${policyPathOf(bench, '/policy-bundle')}`, { policies, dry: true }, as('mia-token'))).status, 200);
  assert.is((await ci(`POST ${policyPathOf(bench, '/policy-bundle')}`, { policies }, as('acme-token'))).status, 403);
  assert.is((await ci(`POST ${policyPathOf(bench, '/policy-bundle')}`, { policies })).status, 201);
  const { id } = (await ci('GET /me')).body;
  assert.is((await ci(`GET ${policyPathOf(bench, '/policy-bundle/alpha')}`, undefined, as('mia-token'))).body.created_by, id);
  assert.is((await ci(`POST ${policyPathOf(bench, '/decision')}`, { input: '' }, as('mia-token'))).status, 200);
});

bundles('with its organization a bundle goes, and what was decided', async ({ here: bench }) => {
  await replacePolicies(bench, { a: versionPolicy('a', '2') });
  await requestDecision(bench, 'version: 1');
  const kinds = ['ci-policy-sets', 'ci-policy-bundles', 'ci-policy-decisions'];
  const counts = () =>
    bench.store.read(async (view) => {
      const all = [];
      for (const kind of kinds) all.push(await view.count({ kind }));
      return all;
    });
  assert.equal(await counts(), [1, 1, 1]);
  assert.is((await bench.request('DELETE /organizations/acme')).status, 204);
  assert.equal(await counts(), [0, 0, 0]);
});

bundles('a bundle that was replaced is kept only for decisions that were made by it', async ({ here: bench }) => {
  const count = () => bench.store.read((view) => view.count({ kind: 'ci-policy-bundles' }));
  await replacePolicies(bench, { a: alpha });
  await replacePolicies(bench, { b: beta });
  assert.is(await count(), 1);
  await requestDecision(bench, 'version: 1');
  await replacePolicies(bench, { a: alpha });
  assert.is(await count(), 2);
});

bundles.run();
