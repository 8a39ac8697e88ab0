/** A policy set of a repository in the operator's folder has a version for each commit of its branch. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultSettings } from '../../src/http/settings.ts';
import { evaluatePendingPolicies } from '../../src/workspaces/policies/evaluation/evaluate-pending.ts';
import { createIngressTest, type IngressTest } from './support.ts';
import { serviceListeners } from '../../src/service.ts';
import { document } from '../documents.ts';

const test = suite<IngressTest>('policy sets of repositories');
test.before.each(async (context) => {
  Object.assign(context, await createIngressTest());
});
test.after.each(async ({ close }) => {
  await close();
});

const declaration = 'policy "closed" {\n  query             = "data.harbor.deny"\n  enforcement_level = "mandatory"\n}\n';
const files = { 'rules/policies.hcl': declaration, 'rules/harbor.rego': 'package harbor\n\ndeny contains "closed" if true\n' };

const create = async ({ request, connection }: IngressTest, attributes: object = {}) => {
  const repo = { identifier: 'acme/web', branch: '', 'oauth-token-id': connection };
  const sent = { name: 'rules', kind: 'opa', global: true, 'policies-path': '/rules', 'vcs-repo': repo, ...attributes };
  const { status, body } = await request('POST /organizations/acme/policy-sets', document('policy-sets', sent));
  assert.is(status, 201, JSON.stringify(body));
  return body.data;
};
const listVersions = async ({ request }: IngressTest, set: string) =>
  (await request(`GET /policy-sets/${set}/versions`)).body.data.map(({ attributes }: any) => [
    attributes.status,
    attributes.source,
    attributes['ingress-attributes']?.['commit-sha'],
    attributes['error-message'],
  ]);

test('the latest commit of its branch is its version, and is evaluated', async (context) => {
  const { repository, request, createWorkspaceId, passTime, store, clock } = context;
  const revision = repository.commit('Close the harbor', files);
  const set = await create(context);
  const { 'newest-version': newest, 'current-version': current } = set.relationships;
  assert.equal(newest, current);
  assert.equal((await request(`GET /policy-set-versions/${newest.data.id}`)).body.data.attributes['ingress-attributes'], {
    identifier: 'acme/web',
    'commit-sha': revision,
    'commit-url': `https://github.com/acme/web/commit/${revision}`,
  });
  assert.equal(await listVersions(context, set.id), [['ready', 'vcs', revision, null]]);
  const workspace = await createWorkspaceId('pier');
  const related = { workspace: { data: { type: 'workspaces', id: workspace } } };
  const run = (await request('POST /runs', document('runs', {}, related))).body.data;
  await passTime(1000);
  await evaluatePendingPolicies(store, { clock, settings: defaultSettings, listeners: serviceListeners });
  const [stage] = (await request(`GET /runs/${run.id}/task-stages`)).body.data;
  const evaluation = stage.relationships['policy-evaluations'].data[0].id;
  const [outcome] = (await request(`GET /policy-evaluations/${evaluation}/policy-set-outcomes`)).body.data;
  assert.equal(
    outcome.attributes.outcomes.map((one: any) => [one.policy_name, one.status]),
    [['closed', 'failed']],
  );
});

test('a push brings the next version; the same commit again brings none', async (context) => {
  const { repository, request, send } = context;
  const first = repository.commit('Close the harbor', files);
  const set = await create(context);
  assert.match(set.attributes['vcs-repo']['webhook-url'], /\/webhooks\/vcs\/[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}$/);
  const push = (after: string) => send(set, { ref: 'refs/heads/main', after, before: first });
  const outcome = (message: string | null) => [{ 'configuration-version': null, run: null, message }];
  assert.equal(await push(first), outcome('the policy set has the latest commit of its branch'));
  const second = repository.commit('Open it', { 'rules/harbor.rego': 'package harbor\n' });
  assert.equal(await push(second), outcome(null));
  assert.equal(await listVersions(context, set.id), [
    ['ready', 'vcs', first, null],
    ['ready', 'vcs', second, null],
  ]);
  const broken = repository.commit('Break it', { 'rules/policies.hcl': 'policy {' });
  assert.equal(await push(broken), outcome(null));
  const [status, , , message] = (await listVersions(context, set.id)).at(-1);
  assert.is(status, 'errored');
  assert.match(message, /^rules\/policies\.hcl: /);
  const { relationships } = (await request(`GET /policy-sets/${set.id}`)).body.data;
  assert.is.not(relationships['newest-version'].data.id, relationships['current-version'].data.id, 'what worked stays current');
});

test('another folder is another version; a name alone is none', async (context) => {
  const { repository, request } = context;
  const revision = repository.commit('Close the harbor', { ...files, 'other/policies.hcl': declaration });
  const set = await create(context);
  const update = (attributes: object) => request(`PATCH /policy-sets/${set.id}`, document('policy-sets', attributes));
  assert.is((await update({ description: 'what is closed' })).status, 200);
  assert.is((await listVersions(context, set.id)).length, 1);
  assert.is((await update({ 'policies-path': 'other' })).status, 200);
  assert.equal(await listVersions(context, set.id), [
    ['ready', 'vcs', revision, null],
    ['ready', 'vcs', revision, null],
  ]);
});

test('a missing branch is reported in the events', async (context) => {
  const { request, connection } = context;
  const set = await create(context, { 'vcs-repo': { identifier: 'acme/web', branch: 'gone', 'oauth-token-id': connection } });
  assert.equal(await listVersions(context, set.id), []);
  const [event] = (await request('GET /organizations/acme/vcs-events')).body.data;
  assert.match(event.attributes.message, /^the repository acme\/web cannot be read: /);
});

test.run();
