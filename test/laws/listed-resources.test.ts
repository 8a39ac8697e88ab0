import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { endpointShape } from '../../generate/endpoint-shape.ts';
import { pathParametersOf } from '../../declarations/src/declare/index.ts';
import { makeProvider } from '../../src/provider/provider.ts';
import { resources } from '../../declarations/src/resources/index.ts';
import { apiDefinitions } from '../../service/src/service.ts';

const test = suite('list resources');

/** Types without a list resource, and why. `one`: there is at most one for each object that it belongs to. */
const notListed: { readonly [name: string]: 'one' | 'no list' } = {
  ci_organization: 'no list',
  ci_policy_bundle: 'one',
  ci_policy_settings: 'one',
  ci_project: 'no list',
  ci_project_settings: 'one',
  ci_usage_export: 'no list',
  data_retention_policy: 'one',
  no_code_module: 'no list',
  no_code_workspace: 'no list',
  organization_settings: 'one',
  workspace_lock: 'no list',
  workspace_ssh_key: 'no list',
};

const served = new Set(apiDefinitions.flatMap(({ routes }) => routes.map(({ endpoint }) => endpointShape(endpoint))));
/** The request that would list the objects of a create: its path without the parameter at its end. */
const collectionOf = (create: string): string => endpointShape(`GET ${create.split(' ')[1]!.replace(/\/\{[^}]+\}$/, '')}`);

test('every type whose objects a service lists has a list resource', () => {
  const provider = makeProvider({ version: '0', environment: {}, log: () => {} });
  const without = Object.keys(resources).filter((name) => !(`slipway_${name}` in provider.lists));
  assert.equal(without.sort(), Object.keys(notListed));
  const withReason = Object.values(resources).filter((one) => one.notListed !== undefined);
  assert.equal(withReason.map(({ name }) => name).sort(), without, 'each type without one says why, and no other');
  for (const name of without) {
    const isServed = served.has(collectionOf(resources[name]!.endpoints.create!));
    assert.is(isServed, notListed[name] === 'one', `GET ${name}`);
  }
});
test('its filters are the parameters of the list, and what it finds has an identity', () => {
  const provider = makeProvider({ version: '0', environment: {}, log: () => {} });
  for (const [type, { schema }] of Object.entries(provider.lists)) {
    const { endpoints } = resources[type.replace('slipway_', '')]!;
    assert.equal(Object.keys(schema.attributes), pathParametersOf(endpoints.list!), type);
    assert.ok(served.has(endpointShape(endpoints.list!)), `${type}: no service has ${endpoints.list}`);
    assert.ok(Object.keys(provider.resources[type]!.identity!.attributes).length > 0, type);
  }
});
test('every identity has a version of its own, so that an engine asks before it reads that of another provider', () => {
  const { resources: servers } = makeProvider({ version: '0', environment: {}, log: () => {} });
  assert.equal(
    Object.entries(servers).filter(([, { identity }]) => identity!.version < 1),
    [],
  );
});
test('an object that is moved from another provider keeps an identity of ours, or has none until it is read', async () => {
  const { resources: servers } = makeProvider({ version: '0', environment: {}, log: () => {} });
  for (const { name, stateMoves = [] } of Object.values(resources))
    for (const { type } of stateMoves) {
      const provider = `registry.example/${type.startsWith('tfe_') ? 'hashicorp/tfe' : 'CircleCI-Public/circleci'}`;
      const state = new Proxy({} as { [attribute: string]: string }, { get: () => 'x-1' });
      const server = servers[`slipway_${name}`]!;
      const moved = await server.move!({ provider, type, version: 0, state });
      assert.equal(moved.diagnostics, [], type);
      const names = Object.keys(server.identity!.attributes);
      const expected = {
        ...Object.fromEntries(names.map((one) => [one, 'x-1'])),
        ...(type === 'circleci_context' ? { owner_type: 'organization' } : {}),
      };
      assert.equal(moved.identity ?? null, expected, type);
      const other = await server.move!({ provider, type, version: 0, state: {} });
      assert.is(other.identity, undefined, type);
    }
});
test.run();
