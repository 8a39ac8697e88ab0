import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSeed, applySeed } from '../src/seed/index.ts';
import { routes } from '../src/workspaces/index.ts';
import { createTestService, type TestService } from './support.ts';
import { createWorkspaceIn } from './create-workspace.ts';
import { serviceListeners } from '../src/service.ts';

const seed = `
users:
  - { name: reader, token: reader }
  - { name: planner, token: planner }
  - { name: writer, token: writer }
  - { name: admin, token: admin }
  - { name: locker, token: locker }
  - { name: manager, token: manager }
  - { name: stranger, token: stranger }
organizations:
  - name: globex
    token: globex-token
    projects: [{ name: payments }]
    teams:
      - { name: readers, members: [reader], projects: [{ to: payments, access: read }] }
      - { name: planners, members: [planner], projects: [{ to: payments, access: plan }] }
      - { name: writers, members: [writer], projects: [{ to: payments, access: write }] }
      - { name: admins, members: [admin], projects: [{ to: payments, access: admin }], token: admins-team }
      - { name: lockers, members: [locker], projects: [{ to: payments, access: custom, workspace_locking: true, variables: none }] }
      - { name: managers, members: [manager], access: [manage-workspaces] }
    variable_sets:
      - { name: keys, variables: [{ key: K, value: v }], projects: [payments] }
      - { name: unused }
`;

const rights = suite<{ bench: TestService; project: string; one: string }>('rights');
rights.before.each(async (context) => {
  const { store, clock } = (context.bench = await createTestService());
  await store.clear();
  assert.is(await applySeed(store, parseSeed('rights.yaml', seed), { clock, settings: {}, listeners: serviceListeners, routes }), true);
  context.project = (await store.read((view) => view.getByKey('projects', 'globex', 'payments')))!.id;
  context.one = await createWorkspaceIn(context.bench, 'one', context.project, 'globex', 'globex-token');
});
rights.after.each(async (context) => {
  await context.bench.close();
});

/** What the workspace's document says this token may do; a workspace that is not there for it: nothing. */
const may = async ({ bench: { request: ask }, one }: { bench: TestService; one: string }, token: string): Promise<string[]> => {
  const { status, body } = await ask(`GET /workspaces/${one}`, undefined, { token });
  if (status === 404) return [];
  const { permissions } = body.data.attributes;
  assert.is(Object.keys(permissions).length, 21);
  return Object.keys(permissions).filter((name) => permissions[name]);
};
const read = [
  'can-read-run',
  'can-read-variable',
  'can-read-state-versions',
  'can-read-state-outputs',
  'can-read-settings',
  'can-read-assessment-results',
];
const sorted = (names: string[]): string[] => [...names].sort();

rights('each level adds to the one below', async (context) => {
  assert.equal(sorted(await may(context, 'stranger')), []);
  assert.equal(sorted(await may(context, 'reader')), sorted(read));
  assert.equal(sorted(await may(context, 'planner')), sorted([...read, 'can-queue-run']));
  const write = [
    ...read,
    'can-queue-run',
    'can-queue-apply',
    'can-queue-destroy',
    'can-lock',
    'can-unlock',
    'can-update-variable',
    'can-create-state-versions',
  ];
  assert.equal(sorted(await may(context, 'writer')), sorted(write));
  const admin = [
    ...write,
    'can-update',
    'can-destroy',
    'can-force-unlock',
    'can-manage-tags',
    'can-manage-run-tasks',
    'can-manage-assessments',
    'can-manage-ephemeral-workspaces',
  ];
  assert.equal(sorted(await may(context, 'admin')), sorted(admin));
  assert.equal(sorted(await may(context, 'admins-team')), sorted(admin));
  assert.equal(sorted(await may(context, 'manager')), sorted(admin));
  const ofRuns = [
    'can-queue-run',
    'can-queue-apply',
    'can-queue-destroy',
    'can-create-state-versions',
    'can-manage-assessments',
    'can-manage-ephemeral-workspaces',
  ];
  assert.equal(sorted(await may(context, 'globex-token')), sorted(admin.filter((name) => !ofRuns.includes(name))));
  assert.equal(
    sorted(await may(context, 'locker')),
    sorted(['can-read-run', 'can-read-settings', 'can-read-assessment-results', 'can-lock', 'can-unlock']),
  );
});

rights('admins may force the deletion when the organization allows it', async (context) => {
  await context.bench.store.write(async (tx) => {
    const organization = (await tx.getByKey<any>('organizations', '', 'globex'))!;
    await tx.update(organization, {
      body: { ...organization.body, settings: { ...organization.body.settings, workspaceAdminsForceDelete: true } },
    });
  });
  assert.is((await may(context, 'admin')).includes('can-force-delete'), true);
  assert.is((await may(context, 'writer')).includes('can-force-delete'), false);
});

rights('who may not, sees nothing: 404', async ({ bench: { request: ask }, project, one }) => {
  for (const path of [
    '/organizations/globex',
    `/projects/${project}`,
    '/organizations/globex/varsets',
    `/workspaces/${one}/varsets`,
    `/workspaces/${one}/vars`,
  ])
    assert.is((await ask(`GET ${path}`, undefined, { token: 'stranger' })).status, 404, path);
  const create = { data: { type: 'varsets', attributes: { name: 'mine' } } };
  assert.is(
    (await ask('POST /organizations/globex/varsets', create, { token: 'admin' })).status,
    404,
    'admin of a project, not of the organization',
  );
  assert.is((await ask('POST /organizations/globex/varsets', create, { token: 'manager' })).status, 200);
  assert.is(
    (
      await ask(
        'POST /organizations/globex/varsets',
        {
          data: {
            ...create.data,
            attributes: { name: 'of the project' },
            relationships: { parent: { data: { type: 'projects', id: project } } },
          },
        },
        { token: 'admin' },
      )
    ).status,
    200,
  );
});

rights('a set is seen by whom it reaches, its variables by who may read variables', async ({ bench: { request: ask }, one }) => {
  const names = async (token: string) =>
    (await ask('GET /organizations/globex/varsets', undefined, { token })).body.data.map((set: any) => set.attributes.name);
  assert.equal(await names('manager'), ['keys', 'unused']);
  assert.equal(await names('reader'), ['keys']);
  assert.equal(await names('locker'), ['keys']);
  const [{ id, relationships }] = (await ask('GET /organizations/globex/varsets', undefined, { token: 'locker' })).body.data;
  assert.equal(relationships.vars, { data: [] });
  assert.is((await ask(`GET /varsets/${id}/relationships/vars`, undefined, { token: 'locker' })).status, 404);
  assert.is((await ask(`GET /varsets/${id}/relationships/vars`, undefined, { token: 'reader' })).body.data[0].attributes.value, 'v');
  assert.equal((await ask(`GET /varsets/${id}?include=vars`, undefined, { token: 'locker' })).body.included, []);
  assert.is((await ask(`DELETE /varsets/${id}`, undefined, { token: 'reader' })).status, 404);
  assert.is((await ask(`GET /workspaces/${one}/varsets`, undefined, { token: 'locker' })).status, 404);
});

rights("a workspace's own variables: read and write are two rights", async ({ bench: { request: ask }, one }) => {
  const body = { data: { type: 'vars', attributes: { key: 'K', value: 'v', category: 'env' } } };
  assert.is((await ask(`POST /workspaces/${one}/vars`, body, { token: 'reader' })).status, 404);
  const made = await ask(`POST /workspaces/${one}/vars`, body, { token: 'writer' });
  assert.is(made.status, 201);
  assert.is((await ask(`GET /workspaces/${one}/vars/${made.body.data.id}`, undefined, { token: 'reader' })).status, 200);
  assert.is(
    (
      await ask(
        `PATCH /workspaces/${one}/vars/${made.body.data.id}`,
        { data: { type: 'vars', attributes: { value: 'w' } } },
        { token: 'writer' },
      )
    ).body.data.attributes.value,
    'w',
  );
  assert.is((await ask(`DELETE /workspaces/${one}/vars/${made.body.data.id}`, undefined, { token: 'writer' })).status, 204);
});

rights('a lost membership is noticed at once', async ({ bench: { request: ask } }) => {
  assert.is((await ask('GET /organizations/globex', undefined, { token: 'manager' })).status, 200);
  const team = (await ask('GET /organizations/globex/teams', undefined, { token: 'globex-token' })).body.data.find(
    (one: any) => one.attributes.name === 'managers',
  );
  assert.is(
    (await ask(`DELETE /teams/${team.id}/relationships/users`, { data: [{ type: 'users', id: 'manager' }] }, { token: 'globex-token' }))
      .status,
    204,
  );
  assert.is(
    (await ask('POST /organizations/globex/varsets', { data: { type: 'varsets', attributes: { name: 'late' } } }, { token: 'manager' }))
      .status,
    404,
  );
});

rights.run();
