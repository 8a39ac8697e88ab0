/** What the acceptance tests of the provider hashicorp/tfe send and read back, where no recording has it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, listErrors, type NoCodeTestService, option, variable } from '../../service/test/no-code/support.ts';
import { document } from '../../service/test/documents.ts';

const test = suite<NoCodeTestService>('documents that the provider hashicorp/tfe reads back');
test.before.each(async (context) => {
  Object.assign(context, await createNoCodeTestService({ profile: 'hosted' }));
});
test.after.each(async ({ close }) => {
  await close();
});

test('a user who is invited has an ID and an address, but no name', async ({ request }) => {
  const email = 'ann@example.com';
  const made = await request('POST /organizations/acme/organization-memberships', document('organization-memberships', { email }));
  const { id } = made.body.data;
  const { included } = (await request(`GET /organization-memberships/${id}?include=user`)).body;
  assert.equal(
    [made.body.included[0], included[0]].map((user: any) => [user.id, user.attributes.email, user.attributes.username]),
    [
      [`user-${id.slice(3)}`, email, ''],
      [`user-${id.slice(3)}`, email, ''],
    ],
  );
});

test('the Azure DevOps organization of an OAuth client is kept, and cleared with null', async ({ request }) => {
  const client = {
    'service-provider': 'ado_services',
    'api-url': 'https://ado.example.com/api',
    'http-url': 'https://ado.example.com',
    'ado-org-name': 'my-company',
  };
  const made = await request('POST /organizations/acme/oauth-clients', document('oauth-clients', client));
  const path = `/oauth-clients/${made.body.data.id}`;
  const read = async () => (await request(`GET ${path}`)).body.data.attributes['ado-org-name'];
  assert.is(await read(), 'my-company');
  await request(`PATCH ${path}`, document('oauth-clients', { 'ado-org-name': null }));
  assert.is(await read(), null);
});

const readOptions = async ({ request }: NoCodeTestService, id: string) =>
  (await request(`GET /no-code-modules/${id}?include=variable_options`)).body.included.map(({ id: one, attributes }: any) => [
    one,
    attributes['variable-name'],
    attributes.options,
  ]);
const change = ({ request }: NoCodeTestService, id: string, ...entries: readonly object[]) =>
  request(`PATCH /no-code-modules/${id}`, document('no-code-modules', {}, { 'variable-options': { data: entries } }));

test('an entry of variable-options without an ID replaces the options of its variable', async (context) => {
  const id = await context.createNoCodeModule();
  const [[region], [size]] = await readOptions(context, id);
  assert.is((await change(context, id, option('region', 'string', ['us']), option('size', 'number', [3]))).status, 200);
  assert.equal(await readOptions(context, id), [
    [region, 'region', ['us']],
    [size, 'size', [3]],
  ]);
  const twice = await change(context, id, option('region', 'string', ['a']), option('region', 'string', ['b']));
  assert.equal(listErrors(twice), [
    ['422', `the variable "region" has options already: ${region}`, '/data/relationships/variable-options/data/1/attributes/variable-name'],
  ]);
});

test('an option without values is kept, and allows every value', async (context) => {
  const id = await context.createNoCodeModule();
  const [[region], [size]] = await readOptions(context, id);
  const without = { type: 'variable-options', attributes: { 'variable-name': 'size', 'variable-type': 'number' } };
  assert.is((await change(context, id, option('region', 'string', null), without)).status, 200);
  assert.equal(await readOptions(context, id), [
    [region, 'region', []],
    [size, 'size', []],
  ]);
  const made = await context.createWorkspace(id, { name: 'web' }, [variable('region', 'nowhere', { category: 'terraform' })]);
  assert.is(made.status, 201, JSON.stringify(made.body));
});

test.run();
