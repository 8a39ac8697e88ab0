import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Provider } from '../../src/protocol/provider-server.ts';
import { makeProvider } from '../../src/provider/provider.ts';
import { resources } from '../../declarations/src/resources/index.ts';
import { skipWithReason } from '../support/skip.ts';
import { engine, type EngineFixture, startFixture, token } from './support/engine-fixture.ts';
import { everyResource } from './support/every-resource.ts';
// watchdog: 300 s

interface ManagedObject {
  readonly address: string;
  readonly type: string;
  readonly attributes: { readonly [name: string]: unknown };
}

const Imports = suite('imports of every resource type');
const real = engine.found ? Imports : skipWithReason(Imports, engine.reason);
let fixture: EngineFixture;
let configuration = '';
let objects: readonly ManagedObject[] = [];
const { signal } = new AbortController();
let environment: { readonly [name: string]: string } = {};

const readObjects = (): readonly ManagedObject[] =>
  (JSON.parse(fixture.stateText()).resources as readonly any[])
    .filter(({ mode }) => mode === 'managed')
    .map(({ type, name, instances }) => ({ address: `${type}.${name}`, type, attributes: instances[0].attributes }));

const declarationOf = (type: string) => resources[type.replace('slipway_', '')]!;

/** The first import form whose parts the state has. */
const importId = ({ type, attributes }: ManagedObject): string => {
  for (const form of declarationOf(type).imports) {
    const names = [...form.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name!);
    if (names.every((name) => typeof attributes[name] === 'string'))
      return form.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => attributes[name] as string);
  }
  throw new Error(`no import form of ${type} fits its state`);
};

const importBlocks = (of = objects) =>
  of.map((one) => `import {\n  to = ${one.address}\n  id = ${JSON.stringify(importId(one))}\n}`).join('\n');
const forget = () => rmSync(join(fixture.folder, 'terraform.tfstate'), { force: true });
/** Their configuration has a value that no response contains, so it is written once. */
const writtenOnce = [
  'slipway_ci_context_variable.region',
  'slipway_ci_project_variable.level',
  'slipway_ci_schedule.nightly',
  'slipway_ci_webhook.chat',
  'slipway_oauth_client.host',
  'slipway_ssh_key.modules',
];

Imports.before(async () => {
  if (!engine.found) return;
  fixture = await startFixture({ settings: { edition: 'self-hosted', runStatusMilliseconds: 5 } });
  const answer = await fetch(`${fixture.address}/api/v2/me/collaborations`, { headers: { 'Ci-Token': token } });
  const owner = ((await answer.json()) as readonly { readonly id: string }[])[0]!.id;
  const provider = (organization: string) =>
    `provider "slipway" {\n  ci = { address = "${fixture.address}", organization = "${organization}" }\n}`;
  environment = {
    SLIPWAY_WORKSPACES_ADDRESS: fixture.address,
    SLIPWAY_WORKSPACES_TOKEN: token,
    SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
    SLIPWAY_CI_ADDRESS: fixture.address,
    SLIPWAY_CI_TOKEN: token,
    SLIPWAY_CI_ORGANIZATION: owner,
  };
  configuration = `${provider(owner)}\n${await everyResource(fixture, owner)}`;
  await fixture.apply(configuration);
  objects = readObjects();
});
Imports.after(() => fixture?.close());

real('the configuration has an object of every type', () => {
  assert.equal(
    [...new Set(objects.map(({ type }) => type))].sort(),
    Object.keys(resources)
      .map((name) => `slipway_${name}`)
      .sort(),
  );
});
/** What a plan changes after an import by identity, read by this process as an engine would. */
const planAfterImport = async (
  provider: Provider,
  type: string,
  identity: { readonly [name: string]: unknown },
  configured: { readonly [name: string]: unknown },
) => {
  const server = provider.resources[type]!;
  const { imported, diagnostics } = await server.import({ id: '', identity }, { signal });
  assert.equal(diagnostics, []);
  const read = await server.read({ state: imported[0]!.state, private: imported[0]!.private }, { signal });
  assert.equal(read.diagnostics, []);
  const config = Object.fromEntries(
    Object.entries(server.schema.attributes).map(([name, { required, optional }]) => [
      name,
      required || optional ? (configured[name] ?? null) : null,
    ]),
  );
  const plan = await server.plan({ prior: read.state, proposed: config, config, private: read.private }, { signal });
  const changed = Object.keys(plan.planned!).filter(
    (name) => JSON.stringify(plan.planned![name]) !== JSON.stringify(read.state![name]) && !server.schema.attributes[name]!.sensitive,
  );
  return { changed, replace: plan.replace, diagnostics: plan.diagnostics };
};
const nothing = { changed: [], replace: [], diagnostics: [] };
const startProvider = async (more: { readonly [name: string]: string } = {}): Promise<Provider> => {
  const provider = makeProvider({ version: '0.1.0', environment: { ...environment, ...more }, log: () => {} });
  await provider.configure({}, { version: '1.12.0' });
  return provider;
};

real('an import by identity plans nothing', async () => {
  const provider = await startProvider();
  for (const { address, type, attributes } of objects) {
    const identity = Object.fromEntries(
      Object.keys(provider.resources[type]!.identity!.attributes).map((name) => [name, attributes[name]]),
    );
    const plan = await planAfterImport(provider, type, identity, attributes);
    if (writtenOnce.includes(address)) assert.equal(plan.replace, [], address);
    else assert.equal(plan, nothing, address);
  }
});
real('an import of what a list resource found, with the configuration it gives, plans nothing', async () => {
  const provider = await startProvider();
  let count = 0;
  for (const { address, type, attributes } of objects) {
    const list = provider.lists[type];
    if (!list) continue;
    const config = Object.fromEntries(Object.keys(list.schema.attributes).map((name) => [name, attributes[name] ?? null]));
    for await (const { identity, object, displayName, diagnostics } of list.list({ config, limit: 0, includeObject: true }, { signal })) {
      assert.equal(diagnostics, [], address);
      if (Object.entries(identity).some(([name, value]) => value !== null && value !== attributes[name])) continue;
      assert.not.match(displayName, /undefined|null|^$/);
      count++;
      assert.equal(await planAfterImport(provider, type, identity, object!), nothing, address);
    }
  }
  assert.is(count, objects.filter(({ type }) => provider.lists[type]).length);
});
real('what no response contains is taken over without a replacement, and the other spelling of an owner is the same owner', async () => {
  const { attributes } = objects.find(({ type }) => type === 'slipway_ci_context')!;
  const { id } = attributes;
  const plan = (organization: string | null, config: object) =>
    startProvider().then((provider) =>
      planAfterImport(provider, 'slipway_ci_context', { id, organization, owner_type: null }, { name: 'deploy', ...config }),
    );
  assert.equal(await plan(null, {}), { changed: ['organization'], replace: [], diagnostics: [] });
  assert.equal(await plan(String(attributes['organization']), { organization: 'gh/acme' }), nothing);
  const unseen = await plan(String(attributes['organization']), { organization: 'gh/other' });
  assert.equal(
    unseen.diagnostics.map(({ summary }) => summary),
    [
      'Could not plan the CI context: The CI service answered 404: the organization "gh/other" was not found, or this token ' +
        'has no access to it',
    ],
  );
  const month = objects.find(({ type }) => type === 'slipway_ci_usage_export')!.attributes;
  const identity = { organization_id: month['organization_id'], id: month['id'] };
  const shared = ['0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11'];
  assert.equal(
    await planAfterImport(await startProvider(), 'slipway_ci_usage_export', identity, { ...month, shared_organization_ids: shared }),
    { changed: ['shared_organization_ids', 'shared_org_ids'], replace: [], diagnostics: [] },
  );
});
real('an import by text plans nothing', async () => {
  forget();
  const changes = await fixture.plannedChanges(`${configuration}\n${importBlocks()}`);
  assert.equal(
    changes,
    writtenOnce.map((address) => `update ${address}`),
  );
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  assert.equal(await fixture.plannedChanges(configuration), []);
});
real('an import with generated configuration plans nothing', async () => {
  forget();
  const providers = configuration.slice(0, configuration.indexOf('resource "'));
  fixture.write(`${providers}\n${importBlocks()}`);
  const generated = join(fixture.folder, 'generated.tf');
  const shown = await fixture.run(['plan', '-no-color', `-generate-config-out=${generated}`]);
  assert.match(shown, `Plan: ${objects.length} to import, 0 to add, 0 to change, 0 to destroy`);
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  assert.equal(await fixture.plannedChanges(), []);
  assert.match(readFileSync(generated, 'utf8'), 'resource "slipway_ci_context" "deploy"');
  rmSync(generated);
  writeFileSync(join(fixture.folder, 'main.tf'), '');
});

Imports.run();
