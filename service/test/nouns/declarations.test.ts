/** What holds for every declared noun of the workspace service. */
import { readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toStoredName } from '../../src/nouns/noun-record.ts';
import { isRecord } from '@slipway/declarations/record';
import { documentLoaders } from '../../src/workspaces/document-loaders.ts';
import { childKinds } from '../../src/nouns/child-kinds.ts';
import { nouns } from '../../src/workspaces/nouns.ts';
import { routes } from '../../src/workspaces/index.ts';
import { secretMembers } from '../../src/store/sealing/secret-members.ts';

const test = suite('declared nouns');

test('each that a file declares is in the list', async () => {
  const folder = new URL('../../src/workspaces/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const declaring = files.filter((file) => /^export const \w+ = noun\(/m.test(readFileSync(new URL(file, folder), 'utf8')));
  const missing: string[] = [];
  for (const file of declaring) {
    const exported = Object.values(await import(`../../src/workspaces/${file}`));
    if (!nouns.some((noun) => exported.includes(noun))) missing.push(file);
  }
  assert.equal([missing, declaring.length], [[], nouns.length]);
});
test('each is deleted with each of its parents', () => {
  const missing = nouns.flatMap(({ kind, parents }) =>
    parents.filter((parent) => !childKinds[parent.type]?.includes(kind)).map((parent) => `${kind} of ${parent.type}`),
  );
  assert.equal(missing, []);
});
test('each child that a document links to is deleted with its record', () => {
  const missing = nouns.flatMap(({ kind, relationships = {} }) =>
    Object.values(relationships)
      .filter((one) => one.direction === 'children' && !childKinds[kind]?.includes(one.to))
      .map((one) => `${one.to} of ${kind}`),
  );
  assert.equal(missing, []);
});
test('each secret attribute is sealed in the store', () => {
  const missing = nouns.flatMap(({ type, kind, attributes }) =>
    Object.entries(attributes)
      .filter(([name, { secret }]) => secret && !secretMembers[kind]?.some(({ path }) => path.join('.') === toStoredName(name)))
      .map(([name]) => `${type}.${name}`),
  );
  assert.equal(missing, []);
});
test('each has a type, a prefix of IDs and an item path of its own, and its routes are served', () => {
  for (const member of ['kind', 'idPrefix', 'itemPath'] as const) {
    const values = nouns.map((noun) => noun[member]);
    assert.is(new Set(values).size, values.length, `${member}: ${values.join(', ')}`);
  }
  const served = new Set(routes.map(({ endpoint }) => endpoint));
  assert.equal(
    nouns.filter(({ operations, itemPath }) => operations.includes('read') && !served.has(`GET ${itemPath}`)).map(({ type }) => type),
    [],
  );
});
/** What documents link to and no loader brings: nothing of these is stored here, or it is told by the document that links to it. */
const withoutDocuments: readonly string[] = [
  'data-retention-policy-delete-olders',
  'assessments',
  'data-retention-policy-dont-deletes',
  'github-app-oauth-tokens',
  'hyok-configurations',
  'integrations',
  'stack-configurations',
  'workspace-readme',
  'hyok-encrypted-data-keys',
  'plan-exports',
  'policy-set-versions',
  'run-trigger-snapshots',
  'scim-identities',
  'tf-policy-evaluations',
  'vcs-organization',
];
test('what a response links to can be included', () => {
  const types = new Set<string>();
  const collect = (schema: unknown, isRelationship: boolean): void => {
    if (!isRecord(schema)) {
      if (Array.isArray(schema)) schema.forEach((one) => collect(one, isRelationship));
      return;
    }
    const type = isRelationship && isRecord(schema['properties']) ? schema['properties']['type'] : undefined;
    if (isRecord(type)) for (const word of (type['enum'] as string[] | undefined) ?? [type['const'] as string]) types.add(word);
    for (const [name, one] of Object.entries(schema)) collect(one, isRelationship || name === 'relationships');
  };
  for (const { description } of routes) if (description) Object.values(description.responses).forEach((schema) => collect(schema, false));
  assert.equal([...types].filter((type) => !(type in documentLoaders) && !withoutDocuments.includes(type)).sort(), []);
});
test('a search is by name', () => {
  assert.equal(
    nouns.flatMap(({ type, attributes }) =>
      Object.entries(attributes)
        .filter(([name, { search }]) => search !== undefined && name !== 'name')
        .map(([name]) => `${type}.${name}`),
    ),
    [],
  );
});

test.run();
