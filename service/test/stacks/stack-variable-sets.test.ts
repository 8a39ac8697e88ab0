/** Variable sets are applied to stacks (decision 172). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createOrganization, createProjectId } from '../creators.ts';
import { document, many, one } from '../documents.ts';
import { addMember } from '../members.ts';
import { createStackTestService, type StackTestService } from './support.ts';

const test = suite<StackTestService>('variable sets of stacks');
test.before.each(async (context) => {
  Object.assign(context, await createStackTestService());
});
test.after.each(({ close }) => close());

const createSetId = async ({ create }: StackTestService, relationships?: object): Promise<string> =>
  (await create('POST /organizations/acme/varsets', document('varsets', { name: 'tides' }, relationships))).id;

const idsOf = ({ data }: any): readonly string[] => data.map(({ id }: any) => id);

const told = async ({ request }: StackTestService, set: string): Promise<unknown> => {
  const { data, included = [] } = (await request(`GET /varsets/${set}?include=stacks`)).body;
  return [data.attributes['stack-count'], idsOf(data.relationships.stacks), idsOf({ data: included })];
};

test('a set is applied to stacks, and taken away again', async (service) => {
  const { request, createStackId } = service;
  const [one_, two] = [await createStackId('one'), await createStackId('two')];
  const set = await createSetId(service);
  const path = `/varsets/${set}/relationships/stacks`;
  assert.equal(await told(service, set), [0, [], []]);
  assert.is((await request(`POST ${path}`, many('stacks', one_))).status, 204);
  assert.is((await request(`POST ${path}`, many('stacks', two))).status, 204);
  assert.equal(await told(service, set), [2, [one_, two], [one_, two]]);
  assert.is((await request(`DELETE ${path}`, many('stacks', one_))).status, 204);
  assert.equal(await told(service, set), [1, [two], [two]]);
  await request(`DELETE /stacks/${two}`);
  assert.equal(await told(service, set), [0, [], []]);
});

test('a creation and an update name the whole list', async (service) => {
  const { request, createStackId } = service;
  const [first, second] = [await createStackId('one'), await createStackId('two')];
  const set = await createSetId(service, { stacks: many('stacks', first) });
  assert.equal(await told(service, set), [1, [first], [first]]);
  // As the Go client writes it.
  const replaced = await request(
    `PATCH /varsets/${set}?include=stacks`,
    document('varsets', { global: false }, { stacks: many('stacks', second) }),
  );
  assert.equal([replaced.status, idsOf(replaced.body.data.relationships.stacks)], [200, [second]]);
  await request(`PATCH /varsets/${set}`, document('varsets', {}, { stacks: { data: [] } }));
  assert.equal(await told(service, set), [0, [], []]);
});

test('stacks of another organization, of another project than that of the set, and unknown ones are 422', async (service) => {
  const { request, create, createStackId, shop } = service;
  await createOrganization(service, 'globex');
  await request('PATCH /organizations/globex', document('organizations', { 'stacks-enabled': true }));
  const { 'default-project': home } = (await request('GET /organizations/globex')).body.data.relationships;
  const foreign = (await create('POST /stacks', document('stacks', { name: 'net' }, { project: home }))).id;
  const elsewhere = await createStackId('net', {}, await createProjectId(service, 'other'));
  const set = await createSetId(service, { parent: one('projects', shop) });
  const post = async (id: string) => {
    const { status, body } = await request(`POST /varsets/${set}/relationships/stacks`, many('stacks', id));
    return [status, body?.errors.map(({ detail, source }: any) => `${source.pointer} ${detail}`)];
  };
  for (const id of [foreign, 'st-nothing'])
    assert.equal(await post(id), [422, [`/data/0/id ${id} is no stack of the organization "acme" that this token may see`]]);
  assert.equal(await post(elsewhere), [
    422,
    [`/data/0/id ${elsewhere} is not in ${shop}: a variable set that a project owns is applied within that project only`],
  ]);
  assert.is((await request('POST /varsets/varset-nothing/relationships/stacks', { data: [] })).status, 404);
});

test('who cannot read a stack is not told of it, and does not see the set because of another one', async (service) => {
  const { as, create, createStackId, shop } = service;
  const workspace = await create('POST /organizations/acme/workspaces', document('workspaces', { name: 'web' }));
  const secret = await createStackId('tide', {}, await createProjectId(service, 'secret'));
  const seen = await createStackId('net');
  const set = await createSetId(service, { stacks: many('stacks', secret, seen) });
  const given = [['team-projects', shop, { access: 'read' }]] as const;
  await addMember(service, { name: 'mate', team: 'crew', given });
  assert.is((await as('mate-token')(`GET /varsets/${set}`)).status, 404);
  const both = [...given, ['team-workspaces', workspace.id, { access: 'read' }]] as const;
  await addMember(service, { name: 'bosun', team: 'deck', given: both });
  await service.request(`POST /varsets/${set}/relationships/workspaces`, many('workspaces', workspace.id));
  const { data } = (await as('bosun-token')(`GET /varsets/${set}`)).body;
  assert.equal([data.attributes['stack-count'], idsOf(data.relationships.stacks)], [1, [seen]]);
});

test.run();
