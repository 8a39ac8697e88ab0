import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from '../support.ts';
import { createWorkspaceIn } from '../creators.ts';
import { document } from '../documents.ts';

const projects = suite<{ bench: TestService }>('projects');
projects.before.each(async (context) => {
  context.bench = await createTestService();
});
projects.after.each(async (context) => {
  await context.bench.close();
});

projects('created, it has every default', async ({ bench: { request: ask } }) => {
  const made = await ask(
    'POST /organizations/acme/projects',
    document(
      'projects',
      { name: 'payments', description: 'money' },
      { 'tag-bindings': { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'prod' } }] } },
    ),
  );
  assert.is(made.status, 201);
  const { id } = made.body.data;
  assert.equal(made.body, {
    data: {
      id,
      type: 'projects',
      attributes: {
        name: 'payments',
        description: 'money',
        'created-at': '2026-05-01T12:00:00.000Z',
        'updated-at': '2026-05-01T12:00:00.000Z',
        'workspace-count': 0,
        'default-execution-mode': 'remote',
        'default-agent-pool-id': null,
        'stacks-default-execution-mode': 'remote',
        'setting-overwrites': {
          'default-execution-mode': false,
          'default-agent-pool': false,
          'stacks-default-execution-mode': false,
          'stacks-default-agent-pool': false,
        },
        'team-count': 0,
        'hcp-id': null,
        'is-unified': false,
        'auto-destroy-activity-duration': null,
        permissions: {
          'can-read': true,
          'can-update': true,
          'can-destroy': true,
          'can-create-workspace': true,
          'can-move-workspace': true,
          'can-manage-variable-sets': true,
          'can-move-stack': false,
          'can-manage-stacks': true,
          'can-view-stacks': true,
          'can-update-stacks': true,
          'can-deploy-no-code-modules': true,
          'can-read-teams': true,
          'can-manage-teams': true,
          'can-manage-tags': true,
          'can-manage-in-hcp': false,
          'can-manage-varsets': true,
          'can-manage-ephemeral-workspace-for-projects': true,
        },
      },
      relationships: {
        organization: { data: { id: 'acme', type: 'organizations' }, links: { related: '/api/v2/organizations/acme' } },
        'default-agent-pool': { data: null },
        'stacks-default-agent-pool': { data: null },
        'tag-bindings': {
          data: made.body.data.relationships['tag-bindings'].data,
          links: { related: `/api/v2/projects/${id}/tag-bindings` },
        },
        'effective-tag-bindings': {
          data: made.body.data.relationships['effective-tag-bindings'].data,
          links: { related: `/api/v2/projects/${id}/effective-tag-bindings` },
        },
      },
      links: { self: `/api/v2/projects/${id}` },
    },
  });
  assert.is(
    (await ask('POST /organizations/acme/projects', document('projects', { name: 'payments' }))).body.errors[0].detail,
    '"payments" has already been taken',
  );
});

projects('is renamed, tagged, and not deleted while it has workspaces', async ({ bench: { request: ask, create } }) => {
  const { id } = await create('POST /organizations/acme/projects', document('projects', { name: 'payments', description: 'money' }));
  const renamed = await ask(`PATCH /projects/${id}`, document('projects', { name: 'money' }));
  assert.equal([renamed.status, renamed.body.data.attributes.name, renamed.body.data.attributes.description], [200, 'money', 'money']);
  const tagged = await ask(`PATCH /projects/${id}/tag-bindings`, {
    data: [
      { type: 'tag-bindings', attributes: { key: 'team', value: 'a' } },
      { type: 'tag-bindings', attributes: { key: 'env', value: 'dev' } },
    ],
  });
  assert.equal(
    tagged.body.data.map((tag: any) => tag.attributes),
    [
      { key: 'team', value: 'a', 'created-at': '2026-05-01T12:00:00.000Z' },
      { key: 'env', value: 'dev', 'created-at': '2026-05-01T12:00:00.000Z' },
    ],
  );
  const reserved = await ask(`PATCH /projects/${id}/tag-bindings`, {
    data: [{ type: 'tag-bindings', attributes: { key: 'hcp:x', value: 'a' } }],
  });
  assert.equal([reserved.status, reserved.body.errors[0].source], [422, { pointer: '/data/0/attributes/key' }]);
  await ask(`PATCH /projects/${id}`, { data: { type: 'projects', relationships: { 'tag-bindings': { data: [] } } } });
  assert.equal((await ask(`GET /projects/${id}/effective-tag-bindings`)).body, { data: [] });

  const one = await createWorkspaceIn({ create }, 'one', id);
  assert.is((await ask(`GET /projects/${id}`)).body.data.attributes['workspace-count'], 1);
  const kept = await ask(`DELETE /projects/${id}`);
  assert.equal([kept.status, kept.body.errors[0].detail], [422, 'the project still has 1 workspaces; move or delete them first']);
  assert.is((await ask(`DELETE /workspaces/${one}`)).status, 204);
  assert.is((await ask(`DELETE /projects/${id}`)).status, 204);
  const [home] = (await ask('GET /organizations/acme/projects')).body.data;
  assert.equal([home.attributes.name, (await ask(`DELETE /projects/${home.id}`)).status], ['Default Project', 403]);
});

projects.run();
