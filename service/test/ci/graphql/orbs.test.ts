import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CiTestService, startCiService } from '../support.ts';
import { askAsClassic, createOrbAs, orbQueries as q, publishAs, sayingOrb } from './classic.ts';

const orbsFolder = mkdtempSync(join(tmpdir(), 'slipway-orbs-'));
mkdirSync(join(orbsFolder, 'acme'));
writeFileSync(join(orbsFolder, 'acme/filed@1.2.0.yml'), sayingOrb('filed'));

const test = suite<{ here: CiTestService }>('orbs of the older command line');
test.before.each(async (context) => {
  context.here = await startCiService({ settings: { orbsFolder } });
});
test.after.each(({ here }) => here.close());
test.after(() => rmSync(orbsFolder, { recursive: true }));

const latest = async (here: CiTestService, name: string) => (await askAsClassic(here, q.latest, { name })).orb?.versions;
const sourceOf = async (here: CiTestService, orbVersionRef: string, token?: string) =>
  (await askAsClassic(here, q.source, { orbVersionRef }, token)).orbVersion?.source ?? null;

test('an orb is created in a namespace, published, and found by its versions', async ({ here }) => {
  const { registryNamespace } = await askAsClassic(here, q.namespace, { name: 'acme' });
  assert.equal(registryNamespace, { id: here.org });
  const created = await createOrbAs(here, 'tool');
  assert.equal([typeof created.orb.id, created.errors], ['string', []]);
  assert.equal((await createOrbAs(here, 'tool')).errors, [{ message: 'the orb "acme/tool" already exists', type: 'ORB_ERROR' }]);
  assert.equal(await latest(here, 'acme/tool'), []);
  for (const [version, word] of [
    ['dev:first', 'first'],
    ['1.2.9', 'nine'],
    ['1.2.10', 'ten'],
    ['0.9.0', 'old'],
  ] as const)
    assert.equal(await publishAs(here, 'tool', version, sayingOrb(word)), { orb: { version }, errors: [] });
  assert.equal(await latest(here, 'acme/tool'), [{ version: '1.2.10' }]);
  for (const [reference, word] of [
    ['1.2.9', 'nine'],
    ['1.2', 'ten'],
    ['0', 'old'],
    ['volatile', 'ten'],
    ['dev:first', 'first'],
  ])
    assert.is(await sourceOf(here, `acme/tool@${reference}`), sayingOrb(word!), reference);
  for (const none of ['acme/tool@2', 'acme/tool@dev:other', 'acme/none@1', 'acme/tool', 'harbour/tool@1'])
    assert.is(await sourceOf(here, none), null, none);
  const { orbVersion: info } = await askAsClassic(here, q.info, { orbVersionRef: 'acme/tool@volatile' });
  assert.equal(
    [info.version, info.orb.name, info.orb.namespace, info.orb.categories, info.orb.statistics],
    ['1.2.10', 'acme/tool', { name: 'acme' }, [], null],
  );
  assert.equal(
    info.orb.versions.map(({ version }: any) => version),
    ['1.2.10', '1.2.9', '0.9.0'],
  );
});

test('a release never changes; a development version does, and is promoted', async ({ here }) => {
  await createOrbAs(here, 'tool');
  await publishAs(here, 'tool', '1.0.0', sayingOrb('one'));
  assert.equal(await publishAs(here, 'tool', '1.0.0', sayingOrb('two')), {
    orb: null,
    errors: [{ message: 'acme/tool@1.0.0 is published, and a release never changes: publish another version' }],
  });
  await publishAs(here, 'tool', 'dev:next', sayingOrb('next'));
  await publishAs(here, 'tool', 'dev:next', sayingOrb('later'));
  assert.is(await sourceOf(here, 'acme/tool@dev:next'), sayingOrb('later'));
  const promote = async (devVersion: string, semanticVersion: string) =>
    (await askAsClassic(here, q.promote, { orbName: 'tool', namespaceName: 'acme', devVersion, semanticVersion })).promoteOrb;
  assert.equal(await promote('dev:next', '1.1.0'), { orb: { version: '1.1.0', source: sayingOrb('later') }, errors: [] });
  assert.equal(
    (await promote('dev:none', '1.2.0')).errors[0].message,
    'the version "dev:none" of the orb "acme/tool" was not found, or this token has no access to it',
  );
  assert.equal(
    (await promote('1.0.0', '1.2.0')).errors[0].message,
    'expected the version to promote as dev:label, and the release as 1.2.3',
  );
  for (const wrong of ['1', 'latest', 'dev:', 'dev:a b', '1.2.3-beta'])
    assert.match(
      (await publishAs(here, 'tool', wrong, sayingOrb('x'))).errors[0].message,
      /^expected a version such as 1\.2\.3, or dev:/,
      wrong,
    );
});

test('a development version ends after 90 days, unless it is published again', async ({ here }) => {
  const day = 86_400_000;
  const start = here.clock.now().getTime();
  const after = (days: number) => here.clock.freeze(new Date(start + days * day));
  await createOrbAs(here, 'tool');
  for (const label of ['dev:a', 'dev:b']) await publishAs(here, 'tool', label, sayingOrb(label));
  await publishAs(here, 'tool', '1.0.0', sayingOrb('release'));
  after(89);
  await publishAs(here, 'tool', 'dev:b', sayingOrb('again'));
  assert.is(await sourceOf(here, 'acme/tool@dev:a'), sayingOrb('dev:a'));
  after(90);
  assert.is(await sourceOf(here, 'acme/tool@dev:a'), null);
  assert.is(await sourceOf(here, 'acme/tool@dev:b'), sayingOrb('again'));
  await publishAs(here, 'tool', '1.0.1', sayingOrb('release'));
  const kept = await here.store.read(async (view) => [
    (await view.list({ kind: 'ci-orb-versions' })).records.map(({ key }) => key).sort(),
    (await view.list({ kind: 'ci-orb-sources' })).total,
  ]);
  assert.equal(kept, [['1.0.0', '1.0.1', 'dev:b'], 3]);
  after(10_000);
  assert.is(await sourceOf(here, 'acme/tool@1.0.0'), sayingOrb('release'));
});

test('a text that is no orb is not published, and says why', async ({ here }) => {
  await createOrbAs(here, 'tool');
  const bad = 'version: 2.1\ncommands: { say: { steps: [run: echo << parameters.no >>] } }\n';
  const message = 'line 2, column 28 (/commands/say/steps/0/run): parameters.no is not declared; there are no parameters here';
  assert.equal(await publishAs(here, 'tool', '1.0.0', bad), { orb: null, errors: [{ message }] });
  const check = async (config: string) => (await askAsClassic(here, q.validate, { config })).orbConfig;
  assert.equal(await check(bad), { valid: false, errors: [{ message }], sourceYaml: bad, outputYaml: '' });
  const good = 'version: 2.1\nx: &step { run: echo hi }\ncommands: { say: { steps: [*step] } }\n';
  assert.equal(await check(good), {
    valid: true,
    errors: [],
    sourceYaml: good,
    outputYaml: 'version: 2.1\nx:\n  run: echo hi\ncommands:\n  say:\n    steps:\n      - run: echo hi\n',
  });
  const long = `version: 2.1\ndescription: ${'x'.repeat(1024 * 1024)}\n`;
  assert.equal((await publishAs(here, 'tool', '1.0.0', long)).errors, [{ message: 'expected an orb of at most 1,048,576 characters' }]);
});

test('lists have the folder, which counts as certified, and what is published, public and listed', async ({ here }) => {
  const { orb } = await createOrbAs(here, 'tool');
  await publishAs(here, 'tool', '1.0.0', sayingOrb('one'));
  await createOrbAs(here, 'inner', true);
  await publishAs(here, 'inner', '3.0.0', sayingOrb('inner'));
  const list = async (certifiedOnly: boolean, token?: string) =>
    (await askAsClassic(here, q.list, { after: '', certifiedOnly }, token)).orbs.edges.map(({ node }: any) => [node.name, node.versions]);
  const filed = ['acme/filed', [{ version: '1.2.0', source: sayingOrb('filed') }]];
  assert.equal(await list(true), [filed]);
  assert.equal(await list(false, 'stranger-token'), [filed, ['acme/tool', [{ version: '1.0.0', source: sayingOrb('one') }]]]);
  const ofNamespace = async (view: string, token?: string) =>
    (await askAsClassic(here, q.ofNamespace, { namespace: 'acme', after: '', view }, token)).registryNamespace.orbs.edges.map(
      ({ node }: any) => node.name,
    );
  assert.equal(await ofNamespace('PUBLIC_ONLY'), ['acme/filed', 'acme/tool']);
  assert.equal(await ofNamespace('PRIVATE_ONLY'), ['acme/inner']);
  assert.equal(await ofNamespace('PRIVATE_ONLY', 'stranger-token'), []);
  const unlisted = await askAsClassic(here, q.setListed, { orbId: orb.id, list: false });
  assert.equal(unlisted.setOrbListStatus, { listed: false, errors: [] });
  assert.equal(await list(false), [filed]);
  assert.equal(await ofNamespace('PUBLIC_ONLY', 'stranger-token'), ['acme/filed']);
  assert.is(await sourceOf(here, 'acme/tool@1', 'stranger-token'), sayingOrb('one'));
});

test('pages of the list of all orbs lead from the folder to what is published', async ({ here }) => {
  for (const name of ['a', 'b', 'c']) await createOrbAs(here, name);
  const names: string[] = [];
  const query = q.list.replace('first: 20', 'first: 2');
  for (let after = '', more = true; more;) {
    const { orbs } = await askAsClassic(here, query, { after, certifiedOnly: false });
    assert.is(orbs.totalCount, 4);
    names.push(...orbs.edges.map(({ node }: any) => node.name));
    [after, more] = [orbs.edges.at(-1).cursor, orbs.pageInfo.hasNextPage];
  }
  assert.equal(names, ['acme/filed', 'acme/a', 'acme/b', 'acme/c']);
});

test('an orb is in at most two categories', async ({ here }) => {
  const { orb } = await createOrbAs(here, 'tool');
  const { orbCategories } = await askAsClassic(here, q.categories, { after: '' });
  assert.equal([orbCategories.totalCount, orbCategories.edges[1].node.name], [15, 'Build']);
  const idOf = async (name: string) => (await askAsClassic(here, q.category, { name })).orbCategoryByName?.id ?? null;
  assert.is(await idOf('Nothing'), null);
  const change = async (mutation: string, name: string) =>
    (await askAsClassic(here, q.categorize(mutation), { orbId: orb.id, categoryId: await idOf(name) }))[mutation].errors;
  assert.equal(await change('addCategorizationToOrb', 'Build'), []);
  assert.equal(await change('addCategorizationToOrb', 'Testing'), []);
  assert.equal(await change('addCategorizationToOrb', 'Testing'), []);
  assert.equal((await change('addCategorizationToOrb', 'Security'))[0].message, 'expected an orb in at most 2 categories');
  assert.equal(await change('removeCategorizationFromOrb', 'Build'), []);
  assert.equal(await change('addCategorizationToOrb', 'Security'), []);
  await publishAs(here, 'tool', '1.0.0', sayingOrb('one'));
  const { orbVersion } = await askAsClassic(here, q.info, { orbVersionRef: 'acme/tool@1' });
  assert.equal(
    orbVersion.orb.categories.map(({ name }: any) => name),
    ['Testing', 'Security'],
  );
});

test('admins create and release; contributors publish development versions; others find public orbs only', async ({ here }) => {
  const noRelease = 'this token may not create and release orbs of this organization';
  assert.equal((await createOrbAs(here, 'tool', false, 'mia-token')).errors, [{ message: noRelease, type: 'ORB_ERROR' }]);
  const { orb } = await createOrbAs(here, 'tool', true);
  const say = sayingOrb('one');
  assert.equal(await publishAs(here, 'tool', 'dev:mia', say, 'mia-token'), { orb: { version: 'dev:mia' }, errors: [] });
  assert.equal((await publishAs(here, 'tool', '1.0.0', say, 'mia-token')).errors, [{ message: noRelease }]);
  const { id } = (await here.ci('GET /me', undefined, { token: 'mia-token' })).body;
  await here.ci(`PUT /organizations/${here.org}/roles/${id}`, { role: 'viewer' });
  assert.equal((await publishAs(here, 'tool', 'dev:mia', say, 'mia-token')).errors, [
    { message: 'this token may not publish development versions of orbs' },
  ]);
  assert.is(await sourceOf(here, 'acme/tool@dev:mia', 'mia-token'), say);
  assert.is(await sourceOf(here, 'acme/tool@dev:mia', 'stranger-token'), null);
  const stranger = (query: string, variables: object) => askAsClassic(here, query, variables, 'stranger-token');
  assert.equal(await stranger(q.exists, { name: 'acme/tool', namespace: 'acme' }), {
    orb: null,
    registryNamespace: { id: (await stranger(q.namespace, { name: 'acme' })).registryNamespace.id },
  });
  assert.equal((await publishAs(here, 'tool', '1.0.0', say, 'stranger-token')).errors, [
    { message: 'the namespace "acme" was not found, or this token has no access to it' },
  ]);
  assert.equal((await stranger(q.setListed, { orbId: orb.id, list: true })).setOrbListStatus, {
    listed: null,
    errors: [{ message: `the orb ${orb.id} was not found, or this token has no access to it`, type: 'NOT_FOUND' }],
  });
});

test('a namespace has one ID for a caller: the ID of its organization for members alone', async ({ here }) => {
  await createOrbAs(here, 'tool');
  await publishAs(here, 'tool', '1.0.0', sayingOrb('one'));
  const query = `query($name: String!) { registryNamespace(name: "acme") { id } orb(name: $name) { namespace { id } }
    orbVersion(orbVersionRef: "acme/tool@1") { orb { namespace { id } } } }`;
  const idsOf = async (token: string) => {
    const { registryNamespace, orb, orbVersion } = await askAsClassic(here, query, { name: 'acme/tool' }, token);
    return [registryNamespace.id, orb.namespace.id, orbVersion.orb.namespace.id];
  };
  assert.equal(await idsOf('owner-token'), [here.org, here.org, here.org]);
  const [id, ...others] = await idsOf('stranger-token');
  assert.equal(others, [id, id]);
  assert.is.not(id, here.org);
});

test('an orb of the folder comes before a published one of its name, as in configurations', async ({ here }) => {
  await createOrbAs(here, 'filed');
  await publishAs(here, 'filed', '9.0.0', sayingOrb('published'));
  assert.equal(await latest(here, 'acme/filed'), [{ version: '1.2.0' }]);
  assert.is(await sourceOf(here, 'acme/filed@volatile'), sayingOrb('filed'));
});

test('an organization is deleted with its orbs', async ({ here }) => {
  await createOrbAs(here, 'tool');
  await publishAs(here, 'tool', '1.0.0', sayingOrb('one'));
  assert.is((await here.request('DELETE /organizations/acme')).status, 204);
  const left = await here.store.read(async (view) =>
    Promise.all(['ci-orbs', 'ci-orb-versions', 'ci-orb-sources'].map(async (kind) => (await view.list({ kind })).total)),
  );
  assert.equal(left, [0, 0, 0]);
});

test.run();
