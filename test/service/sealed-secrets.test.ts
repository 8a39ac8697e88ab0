// watchdog: 180 s
/** A secret is sent to every endpoint that takes one; then the bytes of the store, of an export and of a snapshot are searched. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { actions, resources } from '../../src/resources/index.ts';
import { startPostgres } from '../support/postgres.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { serveService, type ServedService } from './control/served.ts';

const canary = (name: string): string => `canary-of-${name}-4f1d`;
const bearer = { authorization: 'Bearer first', 'content-type': 'application/vnd.api+json' };
const ciToken = { 'ci-token': 'first', 'content-type': 'application/json' };

/** Sends a request and returns its body; throws for a status that is no success. */
const createSender =
  (service: ServedService) =>
  async (row: string, body?: unknown, headers: Record<string, string> = bearer) => {
    const [method, path] = row.split(' ') as [string, string];
    const answer = await service.request(`${method} /api/v2${path}`, { headers, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 300) throw new Error(`${answer.status} ${row} ${answer.text}`);
    return answer.body;
  };
type Send = ReturnType<typeof createSender>;

const document = (type: string, attributes: object, relationships?: object) => ({
  data: { type, attributes, ...(relationships ? { relationships } : {}) },
});
const variable = (name: string, value: string) => document('vars', { key: name, value, category: 'env', sensitive: true });

const sendState = async (send: Send, service: ServedService, workspace: string): Promise<void> => {
  const state = (name: string, serial: number) =>
    JSON.stringify({ version: 4, serial, lineage: 'l', outputs: { o: { value: canary(name), sensitive: true } }, resources: [] });
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
  await send(`POST /workspaces/${workspace}/actions/lock`, { reason: 'state' });
  const inline = state('state', 11);
  const attributes = { serial: 11, md5: md5(inline), lineage: 'l', state: Buffer.from(inline).toString('base64') };
  await send(`POST /workspaces/${workspace}/state-versions`, document('state-versions', attributes));
  const uploaded = state('uploaded-state', 12);
  const created = await send(
    `POST /workspaces/${workspace}/state-versions`,
    document('state-versions', { serial: 12, md5: md5(uploaded), lineage: 'l' }),
  );
  const upload = new URL(created.data.attributes['hosted-state-upload-url']).pathname;
  for (const [path, text] of [
    [upload, uploaded],
    [upload.replace('/upload/', '/json-upload/'), JSON.stringify({ values: canary('json-state') })],
  ] as const)
    assert.is((await service.request(`PUT ${path}`, { body: text })).status, 200, path);
};

/** A run with secrets in its variables, its plan and its state; the second script is not used, and stays. */
const sendRun = async (send: Send, service: ServedService, workspace: string): Promise<void> => {
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
const senders: { readonly [declaration: string]: (send: Send, service: ServedService, ids: Ids) => Promise<unknown> } = {
  variable: async (send, _, { workspace }) => {
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
        url: 'https://a.example/x',
        events: ['job-completed'],
        'signing-secret': canary('signing'),
        'verify-tls': true,
        scope: { id: project, type: 'project' },
      },
      ciToken,
    ),
};
/** Declarations with sensitive attributes whose values are no secret of a caller's: the service made them and stores their hash. */
const withoutSecret = new Set(['ci_continue_pipeline']);

interface Ids {
  readonly workspace: string;
  readonly owner: string;
  readonly project: string;
}
const prepare = async (send: Send): Promise<Ids> => {
  const [{ id: owner }] = await send('GET /me/collaborations', undefined, ciToken);
  await send(`POST /organization/${owner}/project`, { name: 'web' }, ciToken);
  const { id: project } = await send('GET /project/gh/acme/web', undefined, ciToken);
  const created = await send('POST /organizations/acme/workspaces', document('workspaces', { name: 'web', 'execution-mode': 'remote' }));
  return { workspace: created.data.id, owner, project };
};

/** The canaries in a text: as they are, and in base64 at each of the three places that a byte can have. */
const findCanaries = (text: string): readonly string[] => [
  ...new Set([
    ...(text.match(/canary-of-[\w-]+/g) ?? []),
    ...['canary-of-', 'x'.concat('canary-of-'), 'xx'.concat('canary-of-')]
      .map((word) => Buffer.from(word).toString('base64').slice(4, -4))
      .filter((form) => text.includes(form)),
  ]),
];
const readFolder = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
const readDatabase = async (url: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const texts: string[] = [];
  for (const table of ['records', 'links', 'snapshots', 'meta'])
    texts.push(JSON.stringify((await client.query(`select * from slipway.${table}`)).rows));
  await client.end();
  return texts.join('\n');
};

const isSecretDeclared = (attributes: object): boolean =>
  Object.values(attributes as { readonly [name: string]: any }).some(
    ({ mode, sensitive, secret, writeOnly, kind }) =>
      (mode !== 'computed' && (sensitive || secret || writeOnly)) ||
      (kind.members && isSecretDeclared(kind.members)) ||
      (kind.item?.members && isSecretDeclared(kind.item.members)),
  );

const server = await startPostgres();

const stories = (
  where: string,
  open: () => Promise<{ readonly store: string; readonly read: () => Promise<string> }>,
  after: () => Promise<unknown> = async () => {},
): void => {
  const sealed = suite(`secrets stored ${where}`);
  sealed.after(async () => void (await after()));
  sealed('are in no byte of the data, of an export or of a snapshot, and not after they were deleted', async () => {
    const { store, read } = await open();
    const service = await serveService({ store });
    try {
      const send = createSender(service);
      const ids = await prepare(send);
      for (const one of Object.values(senders)) await one(send, service, ids);
      await sendRun(send, service, ids.workspace);
      await sendState(send, service, ids.workspace);
      await service.request('PUT /_local/state/snapshots/one');
      assert.equal(findCanaries(await read()), []);
      assert.equal(findCanaries((await service.request('GET /_local/state')).text), []);
      const headers = { 'slipway-export-key': 'a1'.repeat(32) };
      assert.equal(findCanaries((await service.request('GET /_local/state', { headers })).text), []);
      // They are there: whoever may read the state gets it.
      const { data } = await send(`GET /workspaces/${ids.workspace}/current-state-version`);
      const { pathname } = new URL(data.attributes['hosted-state-download-url']);
      assert.match((await service.request(`GET ${pathname}`)).text, canary('uploaded-state'));
      await service.request('POST /_local/reset', { body: { empty: true } });
      assert.equal(findCanaries(await read()), []);
    } finally {
      await service.close();
    }
    assert.equal(findCanaries(await read()), []);
  });
  sealed.run();
};

const declared = suite('secrets that are declared');
declared('each has a request in this test', () => {
  const names = [...Object.entries(resources), ...Object.entries(actions)].flatMap(([name, { attributes }]) =>
    isSecretDeclared(attributes) && !withoutSecret.has(name) ? [name] : [],
  );
  assert.ok(names.length >= 3, String(names));
  assert.equal(
    names.filter((name) => !Object.hasOwn(senders, name)),
    [],
  );
});
declared.run();

stories('in a folder', async () => {
  const store = join(temporaryFolder(), 'data');
  return { store, read: async () => readFolder(store) };
});
if (typeof server === 'string') {
  const none = suite('secrets stored in PostgreSQL');
  skipWithReason(none, server)('are sealed', () => {});
  none.run();
} else {
  const open = async () => {
    const { url } = await server.database('sealed_secrets');
    return { store: url, read: () => readDatabase(url) };
  };
  stories('in PostgreSQL', open, () => server.stop());
}
