import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { providerAddress } from '../../engine/address.ts';
import { serveReattach } from '../../protocol/reattach.ts';
import { makeProvider } from '../../provider/provider.ts';
import { type ProtocolClient, protocolClient, unknown, value, valueOf } from '../protocol/client.ts';

/** Answers that are put off to a later run, over the wire. No service is there: nothing may be asked of one. */
const test = suite('deferral');
let plugin: Awaited<ReturnType<typeof serveReattach>>, client: ProtocolClient;
const allowed = { client_capabilities: { deferral_allowed: true } };
/** Reasons of the protocol. */
const [resourceConfigUnknown, providerConfigUnknown] = [{ reason: 1 }, { reason: 2 }];

const section = { address: 'http://127.0.0.1:9', token: 'token-of-nobody', organization: 'acme', dialect: null, profile: null };
const configure = (workspaces: object | typeof unknown) =>
  client.call('ConfigureProvider', {
    terraform_version: '1.14.0',
    config: value({ workspaces, ci: null, secret_fingerprints: null }),
    ...allowed,
  });
/** The token comes from a resource that is not there yet. */
const configureUnknown = () => configure({ ...section, token: unknown });

test.before(async () => {
  plugin = await serveReattach(() => makeProvider({ version: '0.1.0', log: () => {}, environment: {} }), { source: providerAddress });
  client = protocolClient(`unix:${plugin.address.at}`);
});
test.after(async () => {
  client.close();
  await plugin.close();
});

const sshKeyType = { type_name: 'slipway_ssh_key' };
const nullsOf = async (kind: string, type: string): Promise<Record<string, null>> => {
  const { block } = (await client.call('GetProviderSchema'))[kind][type];
  return Object.fromEntries(block.attributes.map(({ name }: { name: string }) => [name, null]));
};
const sshKey = async () => ({
  ...(await nullsOf('resource_schemas', 'slipway_ssh_key')),
  id: 'sshkey-1',
  organization: 'acme',
  name: 'deploy',
});
const plan = async (more: object) => {
  const config = { ...(await nullsOf('resource_schemas', 'slipway_project')), name: 'net' };
  return client.call('PlanResourceChange', {
    type_name: 'slipway_project',
    prior_state: value(null),
    proposed_new_state: value(config),
    config: value(config),
    ...more,
  });
};

test('a plan while the provider is not known is answered as ever, and marked where the engine allows it', async () => {
  await configureUnknown();
  const [marked, plain] = [await plan(allowed), await plan({})];
  assert.equal([marked.diagnostics, plain.diagnostics], [[], []]);
  assert.equal([marked.deferred, plain.deferred], [providerConfigUnknown, null]);
  assert.is(valueOf(marked.planned_state).name, 'net');
  assert.equal(marked.planned_state, plain.planned_state);
});

test('the plan of a destruction is marked as well', async () => {
  await configureUnknown();
  const prior = { ...(await nullsOf('resource_schemas', 'slipway_project')), id: 'prj-1', name: 'net', organization: 'acme' };
  const request = { type_name: 'slipway_project', prior_state: value(prior), proposed_new_state: value(null), config: value(null) };
  const answer = await client.call('PlanResourceChange', { ...request, ...allowed });
  assert.equal([answer.diagnostics, answer.deferred, valueOf(answer.planned_state)], [[], providerConfigUnknown, null]);
});

test('a refresh while the provider is not known returns the state, its private data and its identity', async () => {
  await configureUnknown();
  const current = await sshKey();
  const request = {
    ...sshKeyType,
    current_state: value(current),
    private: Buffer.from('{"prints":{},"witnesses":{}}'),
    current_identity: { identity_data: value({ organization: 'acme', id: 'sshkey-1' }) },
  };
  const answer = await client.call('ReadResource', { ...request, ...allowed });
  assert.equal(
    [answer.diagnostics, answer.deferred, valueOf(answer.new_state), answer.private.toString(), valueOf(answer.new_identity.identity_data)],
    [[], providerConfigUnknown, current, '{"prints":{},"witnesses":{}}', { organization: 'acme', id: 'sshkey-1' }],
  );
  const plain = await client.call('ReadResource', request);
  assert.equal([plain.deferred, plain.diagnostics[0].summary], [null, 'The workspace service has no token']);
});

test('an import while the provider is not known is put off, without an object', async () => {
  await configureUnknown();
  const answer = await client.call('ImportResourceState', { ...sshKeyType, id: 'acme/deploy', ...allowed });
  assert.equal(answer, { imported_resources: [], diagnostics: [], deferred: providerConfigUnknown });
  const plain = await client.call('ImportResourceState', { ...sshKeyType, id: 'acme/deploy' });
  assert.equal([plain.deferred, plain.diagnostics.length], [null, 1]);
});

test('a data source while the provider is not known has what is configured, and the rest is unknown', async () => {
  await configureUnknown();
  const config = { ...(await nullsOf('data_source_schemas', 'slipway_project')), name: 'net' };
  const request = { type_name: 'slipway_project', config: value(config) };
  const answer = await client.call('ReadDataSource', { ...request, ...allowed });
  assert.equal([answer.diagnostics, answer.deferred], [[], providerConfigUnknown]);
  const read = valueOf(answer.state);
  assert.is(read.name, 'net');
  assert.is(read.id.type, 0);
  const plain = await client.call('ReadDataSource', request);
  assert.equal([plain.deferred, valueOf(plain.state), plain.diagnostics.length], [null, null, 1]);
});

test('a data source whose own configuration is not known is put off for that reason', async () => {
  await configure(section);
  const config = { ...(await nullsOf('data_source_schemas', 'slipway_project')), name: unknown };
  const request = { type_name: 'slipway_project', config: value(config) };
  const answer = await client.call('ReadDataSource', { ...request, ...allowed });
  assert.equal([answer.diagnostics, answer.deferred, valueOf(answer.state).name.type], [[], resourceConfigUnknown, 0]);
  const plain = await client.call('ReadDataSource', request);
  assert.equal([plain.diagnostics, plain.deferred, valueOf(plain.state)], [[], null, null]);
});

test('an ephemeral resource is put off for both reasons', async () => {
  const nulls = await nullsOf('ephemeral_resource_schemas', 'slipway_agent_token');
  const open = (agent_pool_id: unknown, more: object) =>
    client.call('OpenEphemeralResource', { type_name: 'slipway_agent_token', config: value({ ...nulls, agent_pool_id }), ...more });
  await configureUnknown();
  assert.equal((await open('apool-1', allowed)).deferred, providerConfigUnknown);
  assert.equal((await open('apool-1', {})).deferred, null);
  await configure(section);
  const waiting = await open(unknown, allowed);
  assert.equal([waiting.deferred, waiting.diagnostics, valueOf(waiting.result)], [resourceConfigUnknown, [], null]);
});

test('the plan of an action is put off for the provider only', async () => {
  const planAction = (workspace_id: unknown, more: object) =>
    client.call('PlanAction', { action_type: 'slipway_workspace_lock', config: value({ workspace_id, reason: null }), ...more });
  await configureUnknown();
  assert.equal(await planAction('ws-1', allowed), { diagnostics: [], deferred: providerConfigUnknown });
  assert.equal(await planAction('ws-1', {}), { diagnostics: [], deferred: null });
  await configure(section);
  assert.equal(await planAction(unknown, allowed), { diagnostics: [], deferred: null });
});

test('a section of the other service that is not known puts nothing off, and a whole section that is not known does', async () => {
  await client.call('ConfigureProvider', { config: value({ workspaces: section, ci: unknown, secret_fingerprints: null }) });
  const config = { ...(await nullsOf('resource_schemas', 'slipway_project')), name: 'net' };
  assert.equal((await plan({ ...allowed, config: value(config) })).deferred, null);
  await configure(unknown);
  assert.equal((await plan(allowed)).deferred, providerConfigUnknown);
});

test('a second plan with the private data of the first one is the first one', async () => {
  await configureUnknown();
  const first = await plan(allowed);
  const second = await plan({ planned_private: first.planned_private, client_capabilities: { store_planned_private: true } });
  assert.equal([second.planned_state, second.planned_private], [first.planned_state, first.planned_private]);
});

test('no schema has blocks, which an engine without computed blocks could not read', async () => {
  const { provider, ...schemas } = await client.call('GetProviderSchema');
  const kinds = ['resource_schemas', 'data_source_schemas', 'ephemeral_resource_schemas', 'list_resource_schemas', 'state_store_schemas'];
  const all = [provider, ...kinds.flatMap((kind) => Object.values<any>(schemas[kind]))];
  assert.ok(all.length > 100);
  assert.equal(
    all.flatMap(({ block }) => block.block_types),
    [],
  );
});

test.run();
