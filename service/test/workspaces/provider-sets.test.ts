import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';
import { many } from '../documents.ts';

const test = suite<WorkspaceTestService>('provider sets');
test.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
test.after.each(({ close }) => close());

const document = (attributes: object, relationships?: object) => ({
  data: { type: 'provider-sets', attributes, ...(relationships ? { relationships } : {}) },
});
const create = async ({ request }: WorkspaceTestService, name: string, attributes: object = {}, relationships?: object) => {
  const all = { name, 'provider-source': 'hashicorp/aws', ...attributes };
  const made = await request('POST /organizations/acme/provider-sets', document(all, relationships));
  assert.is(made.status, 201, JSON.stringify(made.body));
  return made.body.data;
};
const namesAt = async ({ request }: WorkspaceTestService, path: string) =>
  (await request(`GET /${path}/provider-sets`)).body.data.map((one: any) => one.attributes.name);

test('a set is one document, found by its ID and by its name', async (parts) => {
  const { request, clock } = parts;
  const hcl = 'provider "aws" {\n  region = "eu-central-1"\n}\n';
  const set = await create(parts, 'aws', { description: 'in Frankfurt', priority: true, 'configuration-hcl': hcl });
  const expected = {
    id: set.id,
    type: 'provider-sets',
    attributes: {
      name: 'aws',
      description: 'in Frankfurt',
      global: false,
      priority: true,
      'provider-source': 'hashicorp/aws',
      'configuration-hcl': hcl,
      'workspace-count': 0,
      'project-count': 0,
      'created-at': '2026-05-01T12:00:00.000Z',
      'updated-at': '2026-05-01T12:00:00.000Z',
    },
    relationships: {
      organization: { data: { id: 'acme', type: 'organizations' } },
      workspaces: { data: [] },
      projects: { data: [] },
    },
    links: { self: `/api/v2/provider-sets/${set.id}` },
  };
  assert.equal(set, expected);
  assert.equal((await request(`GET /provider-sets/${set.id}`)).body.data, expected);
  assert.equal((await request('GET /organizations/acme/provider-sets/aws')).body.data, expected);
  assert.is((await request('GET /organizations/acme/provider-sets/gcp')).status, 404);
  clock.freeze(new Date('2026-05-02T12:00:00.000Z'));
  const changed = await request(`PATCH /provider-sets/${set.id}`, document({ 'provider-source': 'registry.example/acme/crane' }));
  assert.equal(changed.body.data.attributes, {
    ...expected.attributes,
    'provider-source': 'registry.example/acme/crane',
    'updated-at': '2026-05-02T12:00:00.000Z',
  });
  assert.is((await request(`DELETE /provider-sets/${set.id}`)).status, 204);
  assert.is((await request(`GET /provider-sets/${set.id}`)).status, 404);
});

test('a workspace has those that name it or its project, and the global ones', async (parts) => {
  const { request, project, createWorkspaceId } = parts;
  const dock = await project('dock');
  const inDock = { project: { data: { type: 'projects', id: dock } } };
  const [crane, other] = [await createWorkspaceId('crane', {}, inDock), await createWorkspaceId('other')];
  await create(parts, 'everywhere', { global: true });
  const ofProject = await create(parts, 'of-project', {}, { projects: many('projects', dock) });
  const own = await create(parts, 'own');
  await create(parts, 'nowhere');
  const path = `/provider-sets/${own.id}/relationships/workspaces`;
  assert.is((await request(`POST ${path}`, many('workspaces', crane))).status, 204);
  assert.equal(await namesAt(parts, `workspaces/${crane}`), ['everywhere', 'of-project', 'own']);
  assert.equal(await namesAt(parts, `workspaces/${other}`), ['everywhere']);
  assert.equal(await namesAt(parts, `projects/${dock}`), ['everywhere', 'of-project']);
  const { body } = await request('GET /organizations/acme/provider-sets?include=projects,workspaces');
  const counts = body.data.map(({ attributes }: any) => [attributes['workspace-count'], attributes['project-count']]);
  assert.equal(counts, [
    [0, 0],
    [0, 1],
    [1, 0],
    [0, 0],
  ]);
  assert.equal(body.included.map(({ id }: any) => id).sort(), [crane, dock].sort());
  assert.is((await request(`DELETE ${path}`, many('workspaces', crane, other))).status, 204);
  const projects = `/provider-sets/${ofProject.id}/relationships/projects`;
  assert.is((await request(`DELETE ${projects}`, many('projects', dock))).status, 204);
  assert.equal(await namesAt(parts, `workspaces/${crane}`), ['everywhere']);
  assert.is((await request(`POST ${projects}`, many('projects', dock))).status, 204);
  assert.equal(await namesAt(parts, `workspaces/${crane}`), ['everywhere', 'of-project']);
});

test('several are deleted together, all or none', async (parts) => {
  const { request } = parts;
  const [one, two] = [await create(parts, 'one'), await create(parts, 'two')];
  const remove = async (...ids: string[]) =>
    (await request('DELETE /organizations/acme/provider-sets', many('provider-sets', ...ids))).status;
  assert.is(await remove(one.id, 'provset-none'), 404);
  assert.equal(await namesAt(parts, 'organizations/acme'), ['one', 'two']);
  assert.is(await remove(one.id, two.id), 204);
  assert.equal(await namesAt(parts, 'organizations/acme'), []);
});

test('members read them, who manages workspaces writes them; names are unique, sources are sources', async (parts) => {
  const { request, member } = parts;
  const set = await create(parts, 'aws');
  const { token } = await member('mia');
  const read = await request(`GET /provider-sets/${set.id}`, undefined, { token });
  assert.is(read.status, 200);
  assert.is((await request(`PATCH /provider-sets/${set.id}`, document({ name: 'x' }), { token })).status, 404);
  assert.is((await request('DELETE /organizations/acme/provider-sets', many('provider-sets', set.id), { token })).status, 404);
  const refuse = async (attributes: object) => {
    const { status, body } = await request('POST /organizations/acme/provider-sets', document(attributes));
    return [status, body.errors[0].source?.pointer];
  };
  assert.equal(await refuse({ name: 'b', 'provider-source': 'aws' }), [422, '/data/attributes/provider-source']);
  assert.is((await refuse({ name: 'aws', 'provider-source': 'hashicorp/aws' }))[0], 422);
});

test.run();
