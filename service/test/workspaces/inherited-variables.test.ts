import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

const variables = suite<WorkspaceTestService>('variables of a workspace');
variables.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService({ profile: 'hosted' }));
});
variables.after.each(async ({ close }) => {
  await close();
});

variables('all variables of a workspace are its own and those of its sets', async (service) => {
  const id = await service.createWorkspaceId('web');
  const variable = (key: string) => ({ data: { type: 'vars', attributes: { key, value: 'v', category: 'env' } } });
  await service.request(`POST /workspaces/${id}/vars`, variable('OWN'));
  const set = (await service.request('POST /organizations/acme/varsets', { data: { type: 'varsets', attributes: { name: 's' } } })).body
    .data.id;
  const { data: inherited } = (await service.request(`POST /varsets/${set}/relationships/vars`, variable('SET'))).body;
  const below = `/workspaces/${id}/varsets/${set}/relationships/vars`;
  assert.is((await service.request(`GET ${below}`)).status, 404);
  await service.request(`POST /varsets/${set}/relationships/workspaces`, { data: [{ type: 'workspaces', id }] });
  const keys = async (path: string) => (await service.request(`GET ${path}`)).body.data.map(({ attributes }: any) => attributes.key);
  assert.equal([await keys(`/workspaces/${id}/all-vars`), await keys(below)], [['OWN', 'SET'], ['SET']]);
  assert.is((await service.request(`GET ${below}/${inherited.id}`)).body.data.attributes.key, 'SET');
});

variables('a description has at most 512 characters', async ({ request, createWorkspaceId }) => {
  const id = await createWorkspaceId('web');
  const create = (description: string) =>
    request(`POST /workspaces/${id}/vars`, {
      data: { type: 'vars', attributes: { key: `K${description.length}`, category: 'env', description } },
    });
  assert.is((await create('x'.repeat(512))).status, 201);
  const refused = await create('x'.repeat(513));
  assert.equal([refused.status, refused.body.errors[0].source], [422, { pointer: '/data/attributes/description' }]);
});

variables.run();
