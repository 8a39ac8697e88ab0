/** A request for each secret that the services take, with a canary as its value. */
import { createHash } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { ServedService } from './control/served.ts';
import { document } from './documents.ts';

export const canary = (name: string): string => `canary-of-${name}-4f1d`;
const bearer = { authorization: 'Bearer first', 'content-type': 'application/vnd.api+json' };
export const ciToken = { 'ci-token': 'first', 'content-type': 'application/json' };

/** Sends a request and returns its body; throws for a status that is no success. */
export const createSender =
  (service: ServedService) =>
  async (row: string, body?: unknown, headers: Record<string, string> = bearer) => {
    const [method, path] = row.split(' ') as [string, string];
    const answer = await service.request(`${method} /api/v2${path}`, { headers, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 300) throw new Error(`${answer.status} ${row} ${answer.text}`);
    return answer.body;
  };
export type Send = ReturnType<typeof createSender>;

const variable = (name: string, value: string) => document('vars', { key: name, value, category: 'env', sensitive: true });

export const sendState = async (send: Send, service: ServedService, workspace: string): Promise<void> => {
  const state = (name: string, serial: number) =>
    JSON.stringify({ version: 4, serial, lineage: 'l', outputs: { o: { value: canary(name), sensitive: true } }, resources: [] });
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
  await send(`POST /workspaces/${workspace}/actions/lock`, { reason: 'state' });
  const inline = state('state', 11);
  const toBase64 = (text: string): string => Buffer.from(text).toString('base64');
  const content = { state: toBase64(inline), 'json-state': toBase64(JSON.stringify({ values: canary('json-state') })) };
  const attributes = { serial: 11, md5: md5(inline), lineage: 'l', ...content };
  await send(`POST /workspaces/${workspace}/state-versions`, document('state-versions', attributes));
  const uploaded = state('uploaded-state', 12);
  const created = await send(
    `POST /workspaces/${workspace}/state-versions`,
    document('state-versions', { serial: 12, md5: md5(uploaded), lineage: 'l' }),
  );
  const upload = new URL(created.data.attributes['hosted-state-upload-url']).pathname;
  assert.is((await service.request(`PUT ${upload}`, { body: uploaded })).status, 200);
};

/** A run with secrets in its variables, its plan and its state; the second script is not used, and stays. */
export const sendRun = async (send: Send, service: ServedService, workspace: string): Promise<void> => {
  const state = { version: 4, serial: 9, lineage: 'l', outputs: { o: { value: canary('run-state'), sensitive: true } }, resources: [] };
  const script = { plan: { json: { secret: canary('plan') } }, apply: { state, erroredState: { secret: canary('errored-state') } } };
  for (let times = 0; times < 2; times++) assert.is((await service.request('POST /_local/run-outcome', { body: script })).status, 201);
  const variables = [{ key: 'secret', value: `"${canary('run-variable')}"` }];
  const relationships = { workspace: { data: { type: 'workspaces', id: workspace } } };
  const run = await send('POST /runs', document('runs', { variables, 'auto-apply': true }, relationships));
  for (let status = ''; status !== 'applied'; status = (await send(`GET /runs/${run.data.id}`)).data.attributes.status)
    await service.request('POST /_local/move', { body: { until: 'still' } });
};

/** What sends each secret, by the name of the resource or action that has it; some have none. */
export const senders: { readonly [declaration: string]: (send: Send, service: ServedService, ids: Ids) => Promise<unknown> } = {
  workspace_variable: async (send, _, { workspace }) => {
    const created = await send(`POST /workspaces/${workspace}/vars`, variable('A', canary('variable')));
    await send(`PATCH /workspaces/${workspace}/vars/${created.data.id}`, document('vars', { value: canary('changed-variable') }));
    const set = await send('POST /organizations/acme/policy-sets', document('policy-sets', { name: 'rules' }));
    const parameter = document('vars', { key: 'A', value: canary('parameter'), sensitive: true });
    await send(`POST /policy-sets/${set.data.id}/parameters`, parameter);
  },
  variable_set_variable: async (send) => {
    const set = await send('POST /organizations/acme/varsets', {
      data: {
        type: 'varsets',
        attributes: { name: 'set' },
        relationships: { vars: { data: [variable('B', canary('set-variable')).data] } },
      },
    });
    await send(`POST /varsets/${set.data.id}/relationships/vars`, variable('C', canary('added-set-variable')));
  },
  ssh_key: (send) => send('POST /organizations/acme/ssh-keys', document('ssh-keys', { name: 'key', value: canary('ssh-key') })),
  notification_configuration: (send, _, { workspace }) => {
    const attributes = {
      name: 'told',
      'destination-type': 'generic',
      enabled: false,
      url: `https://a.example/${canary('notification-address')}`,
      token: canary('notification'),
    };
    return send(`POST /workspaces/${workspace}/notification-configurations`, document('notification-configurations', attributes));
  },
  run_task: (send) => {
    const attributes = { name: 'scan', category: 'task', url: `https://a.example/${canary('task-address')}`, enabled: false };
    return send('POST /organizations/acme/tasks', document('tasks', { ...attributes, 'hmac-key': canary('task-key') }));
  },
  oauth_client: async (send) => {
    const secrets = { 'oauth-token-string': canary('oauth-token'), 'private-key': canary('oauth-key'), secret: canary('oauth-secret') };
    const addresses = { 'http-url': 'https://git.example', 'api-url': 'https://git.example/api' };
    for (const [provider, names] of [
      ['gitlab_hosted', ['oauth-token-string']],
      ['ado_server', ['oauth-token-string', 'private-key']],
      ['bitbucket_server', ['secret']],
    ] as const)
      await send(
        'POST /organizations/acme/oauth-clients',
        document('oauth-clients', {
          'service-provider': provider,
          ...addresses,
          ...Object.fromEntries(names.map((name) => [name, secrets[name]])),
        }),
      );
  },
  no_code_workspace: async (send) => {
    const params = { name: 'bucket', provider: 'storage', 'registry-name': 'private' };
    const module = await send('POST /organizations/acme/registry-modules', document('registry-modules', params));
    await send(
      'POST /organizations/acme/registry-modules/private/acme/bucket/storage/versions',
      document('registry-module-versions', {
        version: '1.0.0',
        variables: [{ name: 'secret', type: 'string', sensitive: true, default: canary('module-default') }],
      }),
    );
    const noCode = await send(
      'POST /organizations/acme/no-code-modules',
      document('no-code-modules', { enabled: true }, { 'registry-module': { data: { type: 'registry-modules', id: module.data.id } } }),
    );
    const vars = (name: string) => ({
      vars: { data: [{ type: 'vars', attributes: { key: 'secret', value: canary(name), category: 'infra', sensitive: true } }] },
    });
    const path = `/no-code-modules/${noCode.data.id}/workspaces`;
    const workspace = await send(`POST ${path}`, document('workspaces', { name: 'made' }, vars('no-code')));
    await send(`POST ${path}/${workspace.data.id}/upgrade`, document('workspaces', {}, vars('upgrade')));
  },
  ci_project_variable: (send) => send('POST /project/gh/acme/web/envvar', { name: 'A', value: canary('project') }, ciToken),
  ci_context_variable: async (send, _, { owner }) => {
    const { id } = await send('POST /context', { name: 'keys', owner: { id: owner } }, ciToken);
    await send(`PUT /context/${id}/environment-variable/A`, { value: canary('context') }, ciToken);
    await send(`PUT /context/${id}/environment-variable/A`, { value: canary('changed-context') }, ciToken);
  },
  ci_webhook: (send, _, { project }) =>
    send(
      'POST /webhook',
      {
        name: 'told',
        url: `https://a.example/${canary('webhook-address')}`,
        events: ['job-completed'],
        'signing-secret': canary('signing'),
        'verify-tls': true,
        scope: { id: project, type: 'project' },
      },
      ciToken,
    ),
};
/** Declarations with sensitive attributes whose values are no secret of a caller's: the service made them and stores their hash. */
export const withoutSecret = new Set(['ci_continue_pipeline']);

export interface Ids {
  readonly workspace: string;
  readonly owner: string;
  readonly project: string;
}
