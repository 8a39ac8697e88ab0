import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, statusAndMessage, type CiTestService } from '../support.ts';

const classes = suite<{ here: CiTestService; hosted: CiTestService['ci'] }>('resource classes of self-hosted runners');
classes.before.each(async (context) => {
  context.here = await startCiService({ profile: 'hosted' });
  context.hosted = (row, body) => context.here.ci(row, body, { token: null, headers: { 'circle-token': 'owner-token' } });
});
classes.after.each(async ({ here }) => {
  await here.close();
});
const path = '//api/v3/runner/resource';
const other = '00000000-0000-4000-8000-000000000001';

classes('an organization may be named by org_id, or left empty', async ({ here: { org }, hosted }) => {
  const made = await hosted(`POST ${path}`, { org_id: '', resource_class: 'acme/linux' });
  assert.equal([made.status, made.body], [200, { id: made.body.id, resource_class: 'acme/linux', description: '' }]);
  assert.is((await hosted(`POST ${path}`, { org_id: org.toUpperCase(), resource_class: 'acme/arm' })).status, 200);
  assert.equal(statusAndMessage(await hosted(`POST ${path}`, { org_id: other, resource_class: 'acme/x' })), [
    400,
    'org_id: is not the organization of the namespace "acme"',
  ]);
  const token = await hosted('POST //api/v3/runner/token', { org_id: org, resource_class: 'acme/linux', nickname: 'rack' });
  assert.equal([token.status, token.body.nickname], [200, 'rack']);
  assert.is((await hosted('POST //api/v3/runner/token', { org_id: other, resource_class: 'acme/linux', nickname: 'x' })).status, 400);
});

classes('lists by organization, by namespace, by both, and by class', async ({ here: { org }, hosted }) => {
  for (const name of ['linux', 'arm']) await hosted(`POST ${path}`, { resource_class: `acme/${name}` });
  const names = async (query: string) => (await hosted(`GET ${path}?${query}`)).body.items.map((one: any) => one.resource_class);
  for (const query of [`org-id=${org}`, 'namespace=acme', `namespace=acme&org-id=${org}`])
    assert.equal(await names(query), ['acme/linux', 'acme/arm'], query);
  assert.equal(await names('resource-class=acme/arm'), ['acme/arm']);
  assert.equal((await hosted(`GET //api/v3/runner?org-id=${org}`)).body, { items: [] });
  assert.equal(statusAndMessage(await hosted(`GET ${path}`)), [400, 'expected namespace, resource-class or org-id']);
  assert.equal(statusAndMessage(await hosted(`GET ${path}?namespace=acme&org-id=${other}`)), [
    400,
    'org-id: is not the organization of the namespace "acme"',
  ]);
  assert.equal(statusAndMessage(await hosted(`GET ${path}?namespace=acme&resource-class=acme/arm`)), [
    400,
    'expected either namespace or resource-class',
  ]);
  assert.is((await hosted(`GET ${path}?org-id=${other}`)).status, 404);
});

classes('force deletes the class with its tokens; a class may have the name force', async ({ hosted }) => {
  const { id } = (await hosted(`POST ${path}`, { resource_class: 'acme/linux' })).body;
  await hosted('POST //api/v3/runner/token', { resource_class: 'acme/linux', nickname: 'rack' });
  assert.is((await hosted(`DELETE ${path}/${id}`)).status, 409);
  assert.equal(statusAndMessage(await hosted(`DELETE ${path}/${id}/force`)), [200, 'Resource class deleted.']);
  assert.equal((await hosted(`GET ${path}?namespace=acme`)).body, { items: [] });
  assert.is((await hosted(`DELETE ${path}/${id}/force`)).status, 404);
  await hosted(`POST ${path}`, { resource_class: 'acme/force' });
  assert.is((await hosted(`DELETE ${path}/acme/force`)).status, 200);
  assert.equal((await hosted(`GET ${path}?namespace=acme`)).body, { items: [] });
});
classes.run();
