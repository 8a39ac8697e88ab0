import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from './support.ts';
import { createProjectId, createWorkspaceIn } from './creators.ts';
import { document, many } from './documents.ts';

const varsets = suite<{ bench: TestService; make(attributes: object, relationships?: object): Promise<any>; project: string }>(
  'what variable sets are attached to',
);
varsets.before.each(async (context) => {
  context.bench = await createTestService();
  context.make = (attributes, relationships) =>
    context.bench.request('POST /organizations/acme/varsets', document('varsets', attributes, relationships));
  context.project = await createProjectId(context.bench, 'payments');
});
varsets.after.each(async (context) => {
  await context.bench.close();
});

varsets(
  'PUT, PATCH and POST update; an empty list clears, an absent one does not',
  async ({ bench: { request: ask, create }, make, project }) => {
    const web = await createWorkspaceIn({ create }, 'web', project);
    const made = await make({ name: 'base' }, { workspaces: many('workspaces', web), projects: many('projects', project) });
    assert.equal(made.body.data.relationships.workspaces, { data: [{ id: web, type: 'workspaces' }] });
    assert.equal(made.body.data.relationships.projects, { data: [{ id: project, type: 'projects' }] });
    const { id } = made.body.data;
    for (const method of ['PUT', 'PATCH', 'POST']) {
      const same = await ask(`${method} /varsets/${id}`, document('varsets', { priority: true }));
      assert.equal(
        [same.status, same.body.data.attributes.priority, same.body.data.attributes.name, same.body.data.attributes['workspace-count']],
        [200, true, 'base', 1],
        method,
      );
    }
    const cleared = await ask(`PUT /varsets/${id}`, { data: { type: 'varsets', relationships: { workspaces: { data: [] } } } });
    assert.equal(cleared.body.data.relationships.workspaces, { data: [] });
    assert.equal(cleared.body.data.attributes['project-count'], 1);
  },
);

varsets(
  'applying answers 204, a stranger 422, a missing set 404; removing twice is no mistake',
  async ({ bench: { request: ask, create }, make, project }) => {
    const web = await createWorkspaceIn({ create }, 'web', project);
    const { id } = (await make({ name: 'base' })).body.data;
    const apply = await ask(`POST /varsets/${id}/relationships/workspaces`, many('workspaces', web));
    assert.equal([apply.status, apply.body], [204, undefined]);
    const stranger = await ask(`POST /varsets/${id}/relationships/workspaces`, many('workspaces', web, 'ws-two'));
    assert.equal(stranger.body, {
      errors: [
        {
          status: '422',
          title: 'invalid attribute',
          detail: 'ws-two is no workspace of the organization "acme" that this token may see',
          source: { pointer: '/data/1/id' },
        },
      ],
    });
    const wrongType = await ask(`POST /varsets/${id}/relationships/projects`, many('workspaces', web));
    assert.equal([wrongType.status, wrongType.body.errors[0].source], [422, { pointer: '/data/0/type' }]);
    assert.is((await ask('POST /varsets/varset-none/relationships/workspaces', { data: [] })).status, 404);
    for (const _ of [1, 2]) assert.is((await ask(`DELETE /varsets/${id}/relationships/workspaces`, many('workspaces', web))).status, 204);
    assert.is((await ask(`POST /varsets/${id}/relationships/projects`, many('projects', project))).status, 204);
    assert.is((await ask(`DELETE /varsets/${id}/relationships/projects`, many('projects', project))).status, 204);
  },
);

varsets('a workspace has the global sets, its own and those of its project', async ({ bench: { request: ask, create }, make, project }) => {
  const web = await createWorkspaceIn({ create }, 'web', project);
  await make({ name: 'everywhere', global: true });
  await make({ name: 'mine' }, { workspaces: many('workspaces', web) });
  await make({ name: 'of the project' }, { projects: many('projects', project) });
  await make({ name: 'elsewhere' });
  const names = async (path: string) => (await ask(`GET ${path}`)).body.data.map((set: any) => set.attributes.name);
  assert.equal(await names(`/workspaces/${web}/varsets`), ['everywhere', 'mine', 'of the project']);
  assert.equal(await names(`/projects/${project}/varsets`), ['everywhere', 'of the project']);
  assert.equal(await names('/organizations/acme/varsets'), ['everywhere', 'mine', 'of the project', 'elsewhere']);
  assert.equal(await names('/organizations/acme/varsets?q=EVERY'), ['everywhere']);
  assert.is((await ask('GET /workspaces/ws-none/varsets')).status, 404);
  const included = await ask(`GET /workspaces/${web}/varsets?include=workspaces,projects&q=mine`);
  assert.equal(
    included.body.included.map((doc: any) => [doc.type, doc.id]),
    [['workspaces', web]],
  );
});

varsets.run();
