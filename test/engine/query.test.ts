import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeProvider } from '../../src/provider/provider.ts';
import { skipWithReason } from '../support/skip.ts';
import { engine, type EngineFixture, startFixture, token } from './support/engine-fixture.ts';
import { everyResource } from './support/every-resource.ts';
// watchdog: 300 s

/** Why this engine cannot query; undefined: it can. */
const findReason = (): string | undefined => {
  if (!engine.found) return engine.reason;
  const { name, version } = engine.found;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const knows = name === 'terraform' && (major > 1 || minor >= 14);
  return knows ? undefined : `${name} ${version} has no \`query\`: Terraform 1.14 and newer have it`;
};
const reason = findReason();
const Query = suite('terraform query');
const real = reason === undefined ? Query : skipWithReason(Query, reason);
let fixture: EngineFixture;
let provider = '';
let blocks: readonly string[] = [];

const readObjects = (): readonly { readonly type: string; readonly attributes: { readonly [name: string]: unknown } }[] =>
  (JSON.parse(fixture.stateText()).resources as readonly any[])
    .filter(({ mode }) => mode === 'managed')
    .flatMap(({ type, instances }) => instances.map(({ attributes }: any) => ({ type, attributes })));

/** A block for each list that has one of the objects, by the filters of its list resource. */
const listBlocks = (): readonly string[] => {
  const { lists } = makeProvider({ version: '0', environment: {}, log: () => {} });
  const configs = new Set<string>();
  for (const { type, attributes } of readObjects()) {
    const list = lists[`${type}`];
    if (!list) continue;
    const filters = Object.entries(list.schema.attributes).filter(([, { required }]) => required);
    configs.add(`${type} ${JSON.stringify(Object.fromEntries(filters.map(([name]) => [name, attributes[name]])))}`);
  }
  return [...configs].map((config, at) => {
    const [type, ...rest] = config.split(' ');
    const filters = Object.entries(JSON.parse(rest.join(' ')) as { readonly [name: string]: string });
    const lines = filters.map(([name, value]) => `    ${name} = ${JSON.stringify(value)}`);
    return `list "${type}" "l${at}" {\n  provider = slipway\n${lines.length === 0 ? '' : `  config {\n${lines.join('\n')}\n  }\n`}}\n`;
  });
};

Query.before(async () => {
  if (reason !== undefined) return;
  fixture = await startFixture({ settings: { edition: 'self-hosted', runStatusMilliseconds: 5 } });
  const answer = await fetch(`${fixture.address}/api/v2/me/collaborations`, { headers: { 'Ci-Token': token } });
  const owner = ((await answer.json()) as readonly { readonly id: string }[])[0]!.id;
  provider = `provider "slipway" {\n  ci = { address = "${fixture.address}", organization = "${owner}" }\n}\n`;
  await fixture.apply(`${provider}${await everyResource(fixture, owner)}`);
  blocks = listBlocks();
});
Query.after(() => fixture?.close());

real('finds the objects of each type that a service lists', async () => {
  writeFileSync(join(fixture.folder, 'all.tfquery.hcl'), blocks.join('\n'));
  fixture.write(provider);
  const output = await fixture.run(['query', '-no-color']);
  const types = [...new Set(blocks.map((block) => /^list "(\w+)"/.exec(block)![1]!))];
  assert.is(types.length, 35);
  assert.equal(
    types.filter((type) => !new RegExp(`^list\\.${type}\\.l\\d+ +\\S`, 'm').test(output)),
    [],
    output,
  );
});
real('-generate-config-out writes the configuration of an estate, whose first plan imports it and changes nothing', async () => {
  rmSync(join(fixture.folder, 'terraform.tfstate'), { force: true });
  await fixture.run(['query', '-no-color', '-generate-config-out=generated.tf']);
  const generated = readFileSync(join(fixture.folder, 'generated.tf'), 'utf8');
  const count = generated.match(/^import \{/gm)!.length;
  assert.ok(count >= 35, String(count));
  for (const name of readdirSync(fixture.folder)) if (name.endsWith('.tfquery.hcl')) rmSync(join(fixture.folder, name));
  const output = await fixture.run(['plan', '-no-color']);
  assert.is(/^Plan: .*$/m.exec(output)?.[0], `Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy.`);
});
Query.run();
