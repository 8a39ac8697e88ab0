import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { providerAddress } from '../../engine/address.ts';
import { serveReattach } from '../../protocol/reattach.ts';
import { makeProvider } from '../../provider/provider.ts';
import { type RunningService, openService } from '@slipway/service/start';
import { type ProtocolClient, protocolClient, value, valueOf } from '../protocol/client.ts';

/** What engines at hand may not know yet: identity (1.12), list resources and actions (1.14). Driven by a client of our own. */
const Newer = suite('calls of newer engines');
const token = 'user-token-0123456789';
let service: RunningService, plugin: Awaited<ReturnType<typeof serveReattach>>, client: ProtocolClient;

const api = async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${service.address}/api/v2${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/vnd.api+json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as { data: any };
};

Newer.before(async () => {
  service = await openService({ store: 'memory', organization: 'acme', token, test: true });
  plugin = await serveReattach(
    () =>
      makeProvider({
        version: '0.1.0',
        log: () => {},
        environment: {
          SLIPWAY_WORKSPACES_ADDRESS: service.address,
          SLIPWAY_WORKSPACES_TOKEN: token,
          SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
        },
      }),
    { source: providerAddress },
  );
  client = protocolClient(`unix:${plugin.address.at}`);
  await client.call('ConfigureProvider', { terraform_version: '1.14.0', config: value({ workspaces: null, ci: null }) });
});
Newer.after(async () => {
  client.close();
  await plugin.close();
  await service.close();
});

Newer('the identity of a variable set is its id, of a variable its set and its id, of an attachment both sides', async () => {
  const { identity_schemas } = await client.call('GetResourceIdentitySchemas');
  const names = (type: string) =>
    identity_schemas[type].identity_attributes.map((one: { name: string; required_for_import: boolean }) => [
      one.name,
      one.required_for_import,
    ]);
  assert.equal(names('slipway_variable_set'), [['id', true]]);
  assert.equal(names('slipway_variable_set_variable'), [
    ['variable_set_id', true],
    ['id', true],
  ]);
  assert.equal(names('slipway_variable_set_workspace'), [
    ['variable_set_id', true],
    ['workspace_id', true],
  ]);
  assert.equal(names('slipway_workspace_tag_binding'), [
    ['workspace_id', true],
    ['key', true],
  ]);
});

Newer('an import by identity is an import', async () => {
  const { data } = await api('POST', '/organizations/acme/varsets', { data: { type: 'varsets', attributes: { name: 'by-identity' } } });
  const answer = await client.call('ImportResourceState', {
    type_name: 'slipway_variable_set',
    id: '',
    identity: { identity_data: value({ id: data.id }) },
  });
  assert.equal(answer.diagnostics, []);
  assert.is(valueOf(answer.imported_resources[0].state).id, data.id);
  const read = await client.call('ReadResource', {
    type_name: 'slipway_variable_set',
    current_state: answer.imported_resources[0].state,
    private: answer.imported_resources[0].private,
  });
  assert.is(valueOf(read.new_state).name, 'by-identity');
  assert.equal(valueOf(read.new_identity.identity_data), { id: data.id });
});

Newer('the configuration of an access that was imported is the level, and its permissions where that is custom', async () => {
  const { data: team } = await api('POST', '/organizations/acme/teams', { data: { type: 'teams', attributes: { name: 'generated' } } });
  const { data: project } = await api('POST', '/organizations/acme/projects', {
    data: { type: 'projects', attributes: { name: 'generated' } },
  });
  const { data } = await api('POST', '/team-projects', {
    data: {
      type: 'team-projects',
      attributes: { access: 'maintain' },
      relationships: { team: { data: { type: 'teams', id: team.id } }, project: { data: { type: 'projects', id: project.id } } },
    },
  });
  const type_name = 'slipway_team_project_access';
  const { imported_resources } = await client.call('ImportResourceState', {
    type_name,
    id: '',
    identity: { identity_data: value({ id: data.id }) },
  });
  const { new_state } = await client.call('ReadResource', {
    type_name,
    current_state: imported_resources[0].state,
    private: imported_resources[0].private,
  });
  assert.is(valueOf(new_state).workspace_access.runs, 'apply');
  const generated = await client.call('GenerateResourceConfig', { type_name, state: new_state });
  assert.equal(generated.diagnostics, []);
  assert.equal(valueOf(generated.config), {
    id: null,
    team_id: team.id,
    project_id: project.id,
    access: 'maintain',
    project_access: null,
    workspace_access: null,
  });
  const { diagnostics } = await client.call('ValidateResourceConfig', { type_name, config: generated.config });
  assert.equal(diagnostics, []);
});

Newer('every variable set is listed, with its identity, its name and, when asked, its state', async () => {
  await api('POST', '/organizations/acme/varsets', { data: { type: 'varsets', attributes: { name: 'listed', description: 'seen' } } });
  const events = await client.all('ListResource', {
    type_name: 'slipway_variable_set',
    config: value({ organization: null }),
    include_resource_object: true,
    limit: 10,
  });
  const listed = events.find((event) => event.display_name === 'listed');
  assert.is(valueOf(listed.resource_object).description, 'seen');
  assert.equal(Object.keys(valueOf(listed.identity.identity_data)), ['id']);
});

Newer('a limit ends the list', async () => {
  for (const name of ['l1', 'l2', 'l3'])
    await api('POST', '/organizations/acme/varsets', { data: { type: 'varsets', attributes: { name } } });
  assert.is(
    (await client.all('ListResource', { type_name: 'slipway_variable_set', config: value({ organization: null }), limit: 2 })).length,
    2,
  );
});

Newer('a list that the service refuses is reported as a diagnostic', async () => {
  const events = await client.all('ListResource', {
    type_name: 'slipway_variable_set',
    config: value({ organization: 'nobody' }),
    limit: 10,
  });
  assert.is(events.length, 1);
  assert.match(events[0].diagnostic[0].summary, 'answered 404');
});

Newer('the actions lock, unlock and force-unlock do so, and say so when they cannot', async () => {
  const { data } = await api('POST', '/organizations/acme/workspaces', { data: { type: 'workspaces', attributes: { name: 'locked' } } });
  const invoke = async (action: string, config: object) => {
    const events = await client.all('InvokeAction', { action_type: `slipway_${action}`, config: value(config) });
    return events.flatMap((event) => event.completed?.diagnostics ?? []).map((diagnostic: { summary: string }) => diagnostic.summary);
  };
  const locked = async () => (await api('GET', `/workspaces/${data.id}`)).data.attributes.locked;
  assert.equal(await invoke('workspace_lock', { workspace_id: data.id, reason: 'maintenance' }), []);
  assert.is(await locked(), true);
  const again = await invoke('workspace_lock', { workspace_id: data.id, reason: null });
  assert.is(again.length, 1);
  assert.match(again[0] as string, 'answered 409');
  assert.equal(await invoke('workspace_unlock', { workspace_id: data.id }), []);
  assert.is(await locked(), false);
  assert.equal(await invoke('workspace_lock', { workspace_id: data.id, reason: null }), []);
  assert.equal(await invoke('workspace_force_unlock', { workspace_id: data.id }), []);
  assert.is(await locked(), false);
});

Newer('an action that fails is called by its noun, and what the service said stands in the title', async () => {
  const config = {
    no_code_module_id: 'nocode-0000000000000000',
    workspace_id: 'ws-0000000000000000',
    variables: null,
    confirm: null,
    timeout: null,
  };
  const events = await client.all('InvokeAction', { action_type: 'slipway_no_code_workspace_upgrade', config: value(config) });
  assert.equal(
    events.flatMap((event) => event.completed?.diagnostics ?? []).map(({ summary }: { summary: string }) => summary),
    [
      'Could not do no-code workspace upgrade: The workspace service answered 404: ' +
        'the workspace ws-0000000000000000 of the no-code module nocode-0000000000000000 was not found, ' +
        'or this token has no access to it',
    ],
  );
});

Newer.run();
