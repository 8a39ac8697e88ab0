/** A seed can say what a world has: planted into an empty service, it answers as the world does that it was generated from. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Attributes } from '@slipway/declarations/declare';
import { json } from '@slipway/declarations/derive/config-language';
import { validateConfig } from '@slipway/declarations/derive/validate-config';
import { applySeed, parseSeed } from '../../src/seed/index.ts';
import { seedShape } from '../../src/seed/shape.ts';
import { nouns } from '../../src/workspaces/nouns.ts';
import { routes } from '../../src/workspaces/index.ts';
import { createTestService, type TestService } from '../support.ts';
import { buildWorld } from './seeded-worlds/build-world.ts';
import { fillLast, generateSeed, listDocuments } from './seeded-worlds/generate-seed.ts';
import { worldDocuments } from './seeded-worlds/world-documents.ts';
import { serviceListeners } from '../../src/service.ts';

const worlds = suite('seeds of worlds');

/** Nouns that no request creates as they are: what the world has of them comes otherwise. */
const uncreated = new Set(['agents', 'assessment-results', 'oauth-tokens', 'workspace-change-requests', 'policy-set-versions']);
/** A repository needs a code host; `enforce` is the older form of `enforcement-level`. */
const unsaid = new Set(['policy-sets vcs-repo', 'policies enforce']);

worlds('the world has another value than the default of each attribute and relationship of each noun', () => {
  for (const noun of nouns) {
    if (uncreated.has(noun.kind)) continue;
    const documents = worldDocuments.filter(({ type }) => type === noun.kind);
    assert.ok(documents.length > 0, `there is no ${noun.type}`);
    const said = new Set(documents.flatMap(({ attributes }) => Object.keys(attributes)));
    const linked = new Set(documents.flatMap(({ relationships }) => Object.keys(relationships?.({}) ?? {})));
    for (const [name, { mode }] of Object.entries(noun.attributes))
      if (mode !== 'computed' && !unsaid.has(`${noun.type} ${name}`)) assert.ok(said.has(name), `${noun.type} ${name}`);
    for (const [name, { direction }] of Object.entries(noun.relationships ?? {}))
      if (direction === 'toOne' || direction === 'toMany') assert.ok(linked.has(name), `${noun.type} ${name}`);
  }
});

/** Everything that can be read of the nouns, and of what is written by hand. */
const readAll = async ({ request }: TestService): Promise<{ readonly [path: string]: unknown }> => {
  const answers: { [path: string]: unknown } = {};
  const read = async (path: string): Promise<any> => {
    if (answers[path] !== undefined) return answers[path];
    const { status, body } = await request(`GET ${path}`);
    answers[path] = status === 200 ? body : status;
    return body;
  };
  const parents: [path: string, id: string][] = [['/organizations/{organization_name}', 'acme']];
  for (const collection of ['projects', 'workspaces', 'varsets', 'organization-memberships'])
    for (const { id } of (await read(`/organizations/acme/${collection}`)).data) {
      await read(`/${collection}/${id}`);
      if (collection === 'projects') parents.push(['/projects/{project_id}', id]);
      if (collection === 'workspaces') parents.push(['/workspaces/{workspace_id}', id]);
      if (collection === 'workspaces') await read(`/workspaces/${id}/vars`);
      if (collection === 'varsets') await read(`/varsets/${id}/relationships/vars`);
    }
  for (const [path, id] of parents)
    for (const noun of nouns.filter((one) => one.parents.some((parent) => parent.path === path))) {
      const here = fillLast(path, id);
      for (const doc of await listDocuments(read, noun, here)) {
        await read(fillLast(noun.itemPath, doc.id).replace(path, here));
        parents.push([noun.itemPath, doc.id]);
      }
    }
  await read('/organizations/acme');
  await read('/account/details');
  return answers;
};

/** Without secrets of addresses, which are random. */
const withoutSecrets = (answers: object): unknown => JSON.parse(JSON.stringify(answers).replaceAll(/\/upload\/[\w.-]+/g, '/upload/…'));

worlds('a seed generated from a world answers every GET as the world does', async () => {
  const [world, planted] = [await createTestService(), await createTestService()];
  try {
    await buildWorld(world);
    const expected = await readAll(world);
    const types = new Set(Object.values(expected).flatMap((answer: any) => [answer.data].flat().map((doc) => doc?.type)));
    assert.equal(
      nouns.filter(({ type }) => !types.has(type)).map(({ type }) => type),
      [],
    );
    const source = JSON.stringify(await generateSeed(world), null, 2);
    await planted.store.clear();
    planted.clock.freeze(new Date('2027-01-01T00:00:00.000Z'));
    await applySeed(planted.store, parseSeed('seed.yaml', source), {
      clock: planted.clock,
      settings: {},
      listeners: serviceListeners,
      routes,
    });
    // Some addresses are told for an hour.
    planted.clock.freeze(world.clock.now());
    const answers = await readAll(planted);
    for (const path of Object.keys(expected))
      assert.equal(withoutSecrets({ answer: answers[path] }), withoutSecrets({ answer: expected[path] }), path);
    assert.equal(Object.keys(answers), Object.keys(expected));
  } finally {
    await world.close();
    await planted.close();
  }
});

type Path = readonly (string | number)[];
type Objects = readonly { readonly path: Path; readonly members: Attributes }[];
/** The objects of a seed file, each with the path of its first entry. */
const listObjects = (members: Attributes, path: Path = []): Objects => [
  { path, members },
  ...Object.entries(members).flatMap(([name, { kind }]) =>
    kind.item?.members
      ? listObjects(kind.item.members, [...path, name, ...(kind.collection === 'list' ? [0] : ['x'])])
      : kind.members
        ? listObjects(kind.members, [...path, name])
        : [],
  ),
];
const nest = (path: Path, value: unknown): any =>
  path.length === 0 ? value : typeof path[0] === 'number' ? [nest(path.slice(1), value)] : { [path[0]!]: nest(path.slice(1), value) };

worlds('an unknown member and a wrong value are refused with their path, in every entry of every noun', () => {
  const objects = listObjects(seedShape);
  assert.ok(
    nouns.every(({ collection }) =>
      objects.some(({ path }) => path.includes(collection.replace('relationships/', '').replaceAll('-', '_'))),
    ),
  );
  for (const { path, members } of objects) {
    const refuse = (name: string, value: unknown): void => {
      const faults = validateConfig({ attributes: seedShape }, nest(path, { [name]: value }), json);
      const expected = JSON.stringify([...path, name]);
      assert.ok(
        faults.some((fault) => JSON.stringify(fault.path).startsWith(expected.slice(0, -1))),
        `${expected}: ${JSON.stringify(faults.map((fault) => fault.path))}`,
      );
    };
    refuse('zzzzzzzz', 1);
    for (const [name, { kind }] of Object.entries(members))
      if (kind.description !== 'any value' && !kind.accepts({ zzzzzzzz: [] })) refuse(name, { zzzzzzzz: [] });
  }
});

worlds.run();
