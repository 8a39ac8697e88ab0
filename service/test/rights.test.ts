import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSeed, applySeed } from '../src/seed/index.ts';
import { routes } from '../src/workspaces/index.ts';
import { createTestService, type TestService } from './support.ts';
import { createWorkspaceIn } from './creators.ts';
import { serviceListeners } from '../src/service.ts';
import { document, many } from './documents.ts';

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
const may = async ({ bench: { as }, one }: { bench: TestService; one: string }, token: string): Promise<string[]> => {
  const { status, body } = await as(token)(`GET /workspaces/${one}`);
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

rights('who may not, sees nothing: 404', async ({ bench: { as }, project, one }) => {
  for (const path of [
    '/organizations/globex',
    `/projects/${project}`,
    '/organizations/globex/varsets',
    `/workspaces/${one}/varsets`,
    `/workspaces/${one}/vars`,
  ])
    assert.is((await as('stranger')(`GET ${path}`)).status, 404, path);
  const create = { data: { type: 'varsets', attributes: { name: 'mine' } } };
  assert.is((await as('admin')('POST /organizations/globex/varsets', create)).status, 404, 'admin of a project, not of the organization');
  assert.is((await as('manager')('POST /organizations/globex/varsets', create)).status, 200);
  assert.is(
    (
      await as('admin')('POST /organizations/globex/varsets', {
        data: {
          ...create.data,
          attributes: { name: 'of the project' },
          relationships: { parent: { data: { type: 'projects', id: project } } },
        },
      })
    ).status,
    200,
  );
});

rights('a set is seen by whom it reaches, its variables by who may read variables', async ({ bench: { as }, one }) => {
  const names = async (token: string) =>
    (await as(token)('GET /organizations/globex/varsets')).body.data.map((set: any) => set.attributes.name);
  assert.equal(await names('manager'), ['keys', 'unused']);
  assert.equal(await names('reader'), ['keys']);
  assert.equal(await names('locker'), ['keys']);
  const [{ id, relationships }] = (await as('locker')('GET /organizations/globex/varsets')).body.data;
  assert.equal(relationships.vars, { data: [] });
  assert.is((await as('locker')(`GET /varsets/${id}/relationships/vars`)).status, 404);
  assert.is((await as('reader')(`GET /varsets/${id}/relationships/vars`)).body.data[0].attributes.value, 'v');
  assert.equal((await as('locker')(`GET /varsets/${id}?include=vars`)).body.included, []);
  assert.is((await as('reader')(`DELETE /varsets/${id}`)).status, 404);
  assert.is((await as('locker')(`GET /workspaces/${one}/varsets`)).status, 404);
});

rights("a workspace's own variables: read and write are two rights", async ({ bench: { as }, one }) => {
  const body = document('vars', { key: 'K', value: 'v', category: 'env' });
  assert.is((await as('reader')(`POST /workspaces/${one}/vars`, body)).status, 404);
  const made = await as('writer')(`POST /workspaces/${one}/vars`, body);
  assert.is(made.status, 201);
  assert.is((await as('reader')(`GET /workspaces/${one}/vars/${made.body.data.id}`)).status, 200);
  assert.is(
    (await as('writer')(`PATCH /workspaces/${one}/vars/${made.body.data.id}`, document('vars', { value: 'w' }))).body.data.attributes.value,
    'w',
  );
  assert.is((await as('writer')(`DELETE /workspaces/${one}/vars/${made.body.data.id}`)).status, 204);
});

rights('a lost membership is noticed at once', async ({ bench: { as } }) => {
  assert.is((await as('manager')('GET /organizations/globex')).status, 200);
  const team = (await as('globex-token')('GET /organizations/globex/teams')).body.data.find(
    (one: any) => one.attributes.name === 'managers',
  );
  assert.is((await as('globex-token')(`DELETE /teams/${team.id}/relationships/users`, many('users', 'manager'))).status, 204);
  assert.is((await as('manager')('POST /organizations/globex/varsets', document('varsets', { name: 'late' }))).status, 404);
});

rights.run();
