import { type AcceptedRequests, createWorkspace, passTime, pathOf, type World } from './accepted-request.ts';
import { createApiToken, createUser } from '../../../../src/workspaces/organizations/bootstrap.ts';
import { writeTar } from '../../../../src/workspaces/runs/plan-exports/write-tar.ts';
import { startReceiver } from '../../../receiver.ts';
import { newId } from '../../../../src/store/new-id.ts';
import { document, one } from '../../../documents.ts';

/** An assessment that found something, of a workspace; `attributes` of the workspace. */
const assess = async (world: World, name: string, attributes: object = {}) => {
  const workspace = await createWorkspace(world, name, { 'assessments-enabled': true, ...attributes });
  const run = await world.ask(
    'POST /runs',
    document('runs', { 'auto-apply': true }, { workspace: one('workspaces', workspace['a workspace']) }),
  );
  await passTime(world, 10_000, 10_000, 10_000);
  await world.ask(`POST /workspaces/${workspace['a workspace']}/actions/assess`);
  await passTime(world, 60_000, 60_000);
  const result = await world.ask(`GET /workspaces/${workspace['a workspace']}/current-assessment-result`);
  return {
    ...workspace,
    'a result': result.data.id as string,
    'an assessment': result.data.relationships.source.data.id as string,
    run: run.data.id as string,
  };
};

/** A result that a run waits for, and the token with which it is reported. */
const callTask = async (world: World) => {
  const { ask, bench, values } = world;
  const workspace = (await createWorkspace(world, 'with-a-task'))['a workspace'];
  const task = document('workspace-tasks', { 'enforcement-level': 'advisory' }, { task: one('tasks', values['run_task_id']!) });
  await ask(`POST /workspaces/${workspace}/tasks`, task);
  const run = (await ask('POST /runs', document('runs', {}, { workspace: one('workspaces', workspace) }))).data.id;
  await passTime(world, 1000, 1000);
  const [stage] = (await ask(`GET /runs/${run}/task-stages`)).data;
  const result = stage.relationships['task-results'].data[0].id as string;
  const given = { secret: 'task-token', owner: { kind: 'organization', id: 'acme' }, purpose: 'run-task', taskResult: result } as const;
  await bench.store.write((tx) => createApiToken(tx, { clock: bench.clock, newId }, given));
  return { 'a result': result };
};

const region = { key: 'region', value: 'eu', category: 'infra' };

/** A user who is invited, with a token. */
const invite = async ({ ask, bench: { store, clock } }: World, name: string) => {
  const email = `${name}@acme.example`;
  await store.write(async (tx) => {
    const user = await createUser(tx, { clock, newId }, { name, email });
    await createApiToken(tx, { clock, newId }, { secret: `${name}-token`, owner: { kind: 'user', id: user.id } });
  });
  const made = document('organization-memberships', { email });
  return {
    'a membership': (await ask('POST /organizations/acme/organization-memberships', made)).data.id as string,
    'their token': `${name}-token`,
  };
};
export const others: AcceptedRequests = {
  'DELETE /projects/{project_id}': {
    prepare: async ({ ask }) => ({
      'a project': (await ask('POST /organizations/acme/projects', document('projects', { name: 'without-anything' }))).data.id as string,
    }),
    path: '/projects/<a project>',
  },
  'GET /workspaces/{workspace_id}/current-assessment-result': {
    prepare: (world) => assess(world, 'assessed-before'),
    path: '/workspaces/<a workspace>/current-assessment-result',
  },
  'GET /assessment-results/{assessment_result_id}/sanitized-plan': {
    prepare: (world) => assess(world, 'assessed-with-keys', { 'hyok-enabled': true }),
    path: '/assessment-results/<a result>/sanitized-plan',
  },
  'POST /assessments/{assessment_id}/actions/restore-backing-data': {
    prepare: async (world) => {
      const found = await assess(world, 'assessed-without-data');
      await world.ask(`POST /assessments/${found['an assessment']}/actions/soft-delete-backing-data`);
      return found;
    },
    path: '/assessments/<an assessment>/actions/restore-backing-data',
  },
  'POST /organization-memberships/{organization_membership_id}/actions/accept': {
    prepare: (world) => invite(world, 'bob'),
    path: '/organization-memberships/<a membership>/actions/accept',
    token: 'their token',
  },
  'PATCH /organizations/{organization_name}/token-ttl-policies': {
    body: document('organization-token-ttl-policies', { 'token-ttl-policies': [{ 'token-type': 'user', 'max-ttl-ms': 86_400_000_000 }] }),
  },
  'PUT /policy-set-versions/{policy_set_version_id}/upload/{secret}': {
    prepare: async ({ ask, values }) => ({
      'an address': pathOf((await ask(`POST /policy-sets/${values['policy_set_id']}/versions`)).data.links.upload),
    }),
    path: '<an address>',
    body: new Uint8Array(await writeTar([{ name: 'main.rego', text: 'package main\n' }], new Date(0))),
    token: null,
  },
  'GET /organization/audit-trail': {
    prepare: async ({ ask }) => ({
      'a token of the organization': (await ask('POST /organizations/acme/authentication-token', document('authentication-token', {}))).data
        .attributes.token as string,
    }),
    token: 'a token of the organization',
  },
  'PATCH /task-results/{task_result_id}/callback': {
    prepare: callTask,
    path: '/task-results/<a result>/callback',
    body: document('task-results', { status: 'passed', message: 'fine' }),
    token: 'task-token',
  },
  ...Object.fromEntries(
    ['verify', 'enable'].map((action) => [
      `POST /notification-configurations/{notification_configuration_id}/actions/${action}`,
      {
        prepare: async ({ ask, values, closing }: World) => {
          const receiver = await startReceiver();
          closing.push(() => receiver.close());
          const attributes = { name: action, 'destination-type': 'generic', url: receiver.url, enabled: false };
          const path = `POST /workspaces/${values['workspace_id']}/notification-configurations`;
          return { 'a configuration': (await ask(path, document('notification-configurations', attributes))).data.id as string };
        },
        path: `/notification-configurations/<a configuration>/actions/${action}`,
      },
    ]),
  ),
  'POST /no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}': {
    prepare: async (world) => {
      const { ask, values } = world;
      const module = values['no_code_module_id'];
      const made = document('workspaces', { name: 'made-again' }, { vars: { data: [{ type: 'vars', attributes: region }] } });
      const workspace = (await ask(`POST /no-code-modules/${module}/workspaces`, made)).data.id as string;
      await passTime(world, 10_000, 10_000, 10_000);
      const changed = document('workspaces', {}, { vars: { data: [{ type: 'vars', attributes: { ...region, value: 'us' } }] } });
      const upgrade = (await ask(`POST /no-code-modules/${module}/workspaces/${workspace}/upgrade`, changed)).data.id as string;
      await passTime(world, 10_000);
      return { 'a workspace': workspace, 'an upgrade': upgrade };
    },
    path: '/no-code-modules/<no_code_module_id>/workspaces/<a workspace>/upgrade/<an upgrade>',
  },
  'GET /api/registry/v1/providers/slipway/slipway/{version}/download/{os}/{arch}': {
    path: '//api/registry/v1/providers/slipway/slipway/0.1.0/download/linux/amd64',
  },
  'GET /api/registry/v1/providers/slipway/slipway/{version}/files/{file}': {
    path: '//api/registry/v1/providers/slipway/slipway/0.1.0/files/terraform-provider-slipway_0.1.0_SHA256SUMS',
    token: null,
  },
};
