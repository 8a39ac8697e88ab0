import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createOrbAs, publishAs, sayingOrb } from '../graphql/classic.ts';
import { type CiTestService, startCiService } from '../support.ts';

const orbsFolder = mkdtempSync(join(tmpdir(), 'slipway-orbs-'));
mkdirSync(join(orbsFolder, 'acme'));
for (const name of ['filed', 'other']) writeFileSync(join(orbsFolder, `acme/${name}@1.2.0.yml`), sayingOrb(name));

const test = suite<{ here: CiTestService }>('orbs that the newer command line publishes');
test.before.each(async (context) => {
  context.here = await startCiService({ settings: { orbsFolder } });
});
test.after.each(({ here }) => here.close());
test.after(() => rmSync(orbsFolder, { recursive: true }));

/** As the command line sends requests. */
const ask = async ({ ci }: CiTestService, row: string, body?: unknown, token = 'owner-token') => {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'circleci-cli/1.0.0+dev', accept: 'application/json' };
  const { status, body: answer } = await ci(row.replace(' ', ' //api/v3/orb/'), body, { token: null, headers });
  return { status, data: answer?.data, page: answer?.page, message: answer?.message, text: answer };
};
const create = (here: CiTestService, name: string, is_private = false, token?: string, id = here.org) =>
  ask(here, 'POST packages', { data: { attributes: { name, is_private }, references: { namespace: { id } } } }, token);
const publish = (here: CiTestService, orb_id: string, version: string, yaml: string, token?: string) =>
  ask(here, 'POST versions', { data: { attributes: { orb_id, yaml, version } } }, token);
const refused = ({ status, message }: { readonly status: number; readonly message: string }) => [status, message];
const names = async (here: CiTestService, query = '', token?: string): Promise<readonly string[]> =>
  (await ask(here, `GET packages${query}`, undefined, token)).data.map(({ attributes }: any) => attributes.name);
const versionsOf = async (here: CiTestService, query: string, token?: string): Promise<readonly string[]> =>
  (await ask(here, `GET versions?${query}`, undefined, token)).data.map(({ attributes }: any) => attributes.version);

test('an orb is created, published, promoted, and found by its versions', async ({ here }) => {
  const made = await create(here, 'tool');
  const id = made.data.id as string;
  assert.equal(
    [made.status, made.data],
    [
      201,
      {
        id,
        type: 'orb_package',
        attributes: { name: 'acme/tool', is_private: false, is_listed: true, created_at: '2026-05-01T12:00:00.000Z' },
        references: { namespace: { id: here.org, attributes: { name: 'acme' } } },
      },
    ],
  );
  assert.equal(refused(await create(here, 'tool')), [409, 'the orb "acme/tool" already exists']);
  assert.equal(refused(await create(here, 'a b')), [
    400,
    'expected a namespace and a name of an orb of 1 to 100 letters, digits, - and _ each',
  ]);
  const dev = await publish(here, id, 'dev:first', sayingOrb('first'));
  assert.equal(
    [dev.status, dev.data],
    [
      201,
      {
        id: dev.data.id,
        type: 'orb_version',
        attributes: { version: 'dev:first', created_at: '2026-05-01T12:00:00.000Z' },
        references: { orb_package: { id, attributes: { name: 'acme/tool' } } },
      },
    ],
  );
  const promoted: string[] = [];
  for (const segment of ['patch', 'minor', 'minor', 'patch', 'major'])
    promoted.push((await ask(here, `POST versions/${dev.data.id}/promote`, { segment })).data.attributes.version);
  assert.equal(promoted, ['0.0.1', '0.1.0', '0.2.0', '0.2.1', '1.0.0']);
  assert.equal(await versionsOf(here, `filter[orb_id]=${id}`), ['1.0.0', '0.2.1', '0.2.0', '0.1.0', '0.0.1', 'dev:first']);
  assert.equal(await versionsOf(here, `filter[orb_id]=${id}&filter[channel]=dev`), ['dev:first']);
  assert.equal(await versionsOf(here, `filter[orb_id]=${id}&filter[channel]=stable`), ['1.0.0', '0.2.1', '0.2.0', '0.1.0', '0.0.1']);
  for (const [reference, version] of [
    ['volatile', '1.0.0'],
    ['0', '0.2.1'],
    ['0.1', '0.1.0'],
    ['dev:first', 'dev:first'],
  ])
    assert.equal(await versionsOf(here, `filter[ref]=acme/tool@${reference}`), [version], reference);
  for (const none of ['acme/tool@2', 'acme/tool@dev:other', 'acme/none@1', 'acme/tool', 'globex/tool@1'])
    assert.equal(await versionsOf(here, `filter[ref]=${none}`), [], none);
  const [latest] = (await ask(here, `GET packages/${id}`)).data.references.orb_versions;
  assert.is(latest.attributes.version, '1.0.0');
  assert.is((await ask(here, `GET versions/${latest.id}`)).data.attributes.source, sayingOrb('first'));
  assert.is((await ask(here, `GET versions/${latest.id}/source`)).text, sayingOrb('first'));
});

test('a release never changes, a text that is no orb is not published, and what is not there is 404', async ({ here }) => {
  const { id } = (await create(here, 'tool')).data;
  await publish(here, id, '1.0.0', sayingOrb('one'));
  assert.equal(refused(await publish(here, id, '1.0.0', sayingOrb('two'))), [
    409,
    'acme/tool@1.0.0 is published, and a release never changes: publish another version',
  ]);
  const bad = 'version: 2.1\ncommands: { say: { steps: [run: echo << parameters.no >>] } }\n';
  assert.equal(refused(await publish(here, id, '1.0.1', bad)), [
    400,
    'line 2, column 28 (/commands/say/steps/0/run): parameters.no is not declared; there are no parameters here',
  ]);
  const [version] = (await ask(here, `GET versions?filter[orb_id]=${id}`)).data;
  assert.equal(refused(await ask(here, `POST versions/${version.id}/promote`, { segment: 'minor' })), [
    400,
    'expected the version to promote as dev:label, and the release as 1.2.3',
  ]);
  assert.equal(refused(await ask(here, `POST versions/${version.id}/promote`, { segment: 'huge' })), [
    400,
    'segment: expected major, minor, patch, got "huge"',
  ]);
  const missing = '00000000-1111-4222-8333-000000000001';
  const gone = (what: string) => [404, `${what} was not found, or this token has no access to it`];
  assert.equal(refused(await publish(here, missing, '1.0.0', sayingOrb('one'))), gone(`the orb ${missing}`));
  assert.equal(
    refused(await ask(here, `POST versions/${missing}/promote`, { segment: 'minor' })),
    gone(`the version ${missing} of an orb`),
  );
  for (const path of [`versions/${missing}`, `versions/${missing}/source`])
    assert.equal(refused(await ask(here, `GET ${path}`)), gone(`the version ${missing} of an orb`));
  assert.equal(refused(await create(here, 'tool', false, 'owner-token', missing)), gone(`the organization ${missing}`));
});

test('categories and lists', async ({ here }) => {
  const { id } = (await create(here, 'tool')).data;
  const { data: categories } = await ask(here, 'GET categories');
  assert.equal([categories.length, categories[1].type, categories[1].attributes], [15, 'orb_category', { name: 'Build' }]);
  const [build] = (await ask(here, 'GET categories?filter[name]=Build')).data;
  assert.equal((await ask(here, 'GET categories?filter[name]=Nothing')).data, []);
  const change = async (action: string, category: { readonly id: string }) =>
    ask(here, `POST packages/${id}/${action}-category`, { category_id: category.id });
  const inBuild = [{ id: build.id, attributes: { name: 'Build' } }];
  assert.equal((await change('add', build)).data.references.orb_categories, inBuild);
  await change('add', categories[2]);
  assert.equal(refused(await change('add', categories[3])), [400, 'expected an orb in at most 2 categories']);
  assert.equal((await change('remove', categories[2])).data.references.orb_categories, inBuild);
  assert.is((await ask(here, `POST packages/${id}/set-listed`, { is_listed: false })).data.attributes.is_listed, false);
  assert.equal(await names(here), ['acme/filed', 'acme/other']);
  assert.equal(await names(here, `?filter[namespace_id]=${here.org}`), ['acme/filed', 'acme/other', 'acme/tool']);
  assert.equal(await names(here, '?filter[name]=acme/tool'), ['acme/tool']);
});

test('lists: certified ones are those of the folder; private ones are shown to members', async ({ here }) => {
  for (const [name, isPrivate] of [
    ['tool', false],
    ['inner', true],
  ] as const)
    await create(here, name, isPrivate);
  assert.equal(await names(here), ['acme/filed', 'acme/other', 'acme/tool']);
  assert.equal(await names(here, '?filter[certified]=true'), ['acme/filed', 'acme/other']);
  assert.equal(await names(here, '?filter[certified]=false'), ['acme/tool']);
  assert.equal(await names(here, '?filter[visibility]=private'), ['acme/inner']);
  assert.equal(await names(here, '?filter[visibility]=private&filter[certified]=true'), ['acme/inner'], 'as `orb list --private` asks');
  assert.equal(await names(here, `?filter[visibility]=private&filter[namespace_id]=${here.org}`), ['acme/inner']);
  assert.equal(await names(here, '?filter[name]=acme/inner'), ['acme/inner']);
  assert.equal(await names(here, '?filter[name]=acme/inner&filter[visibility]=public'), []);
  assert.equal(await names(here, '?filter[visibility]=private', 'stranger-token'), []);
  assert.equal(await names(here, `?filter[namespace_id]=${here.org}`, 'stranger-token'), []);
  assert.equal(await names(here, '?filter[name]=acme/inner', 'stranger-token'), []);
  assert.equal(await names(here, '', 'stranger-token'), ['acme/filed', 'acme/other', 'acme/tool']);
  const [shown] = (await ask(here, 'GET packages?filter[name]=acme/tool', undefined, 'stranger-token')).data;
  assert.equal(shown.references.namespace, { id: null, attributes: { name: 'acme' } });
});

test('pages lead from the folder to what is published', async ({ here }) => {
  for (const name of ['a', 'b', 'c']) await create(here, name);
  const pages: (readonly string[])[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, page }: any = await ask(here, `GET packages?page[limit]=2${cursor && `&page[cursor]=${cursor}`}`);
    pages.push(data.map(({ attributes }: any) => attributes.name));
    cursor = page.next;
  }
  assert.equal(pages, [['acme/filed', 'acme/other'], ['acme/a', 'acme/b'], ['acme/c']]);
});

test('who may not publish has nothing done; a private orb is nothing to others', async ({ here }) => {
  const { id } = (await create(here, 'tool', true)).data;
  const { data: version } = await publish(here, id, 'dev:x', sayingOrb('x'), 'mia-token');
  const noRelease = [403, 'this token may not create and release orbs of this organization'];
  assert.equal(refused(await create(here, 'other', false, 'mia-token')), noRelease);
  assert.equal(refused(await publish(here, id, '1.0.0', sayingOrb('x'), 'mia-token')), noRelease);
  assert.equal(refused(await ask(here, `POST versions/${version.id}/promote`, { segment: 'minor' }, 'mia-token')), noRelease);
  assert.equal(refused(await ask(here, `POST packages/${id}/set-listed`, { is_listed: true }, 'mia-token')), noRelease);
  assert.equal(refused(await ask(here, `POST packages/${id}/set-listed`, { is_listed: true })), [400, 'a private orb is in no list']);
  const rows: readonly (readonly [string, unknown?])[] = [
    [`GET packages/${id}`],
    [`GET versions/${version.id}`],
    [`GET versions/${version.id}/source`],
    [`POST versions/${version.id}/promote`, { segment: 'minor' }],
    [`POST packages/${id}/set-listed`, { is_listed: false }],
  ];
  for (const [row, body] of rows) assert.equal([row, (await ask(here, row, body, 'stranger-token')).status], [row, 404]);
  assert.equal(await versionsOf(here, `filter[orb_id]=${id}`, 'stranger-token'), []);
  assert.equal(await versionsOf(here, 'filter[ref]=acme/tool@dev:x', 'stranger-token'), []);
});

test('a development version ends here, too', async ({ here }) => {
  const { id } = (await create(here, 'tool')).data;
  const { data: version } = await publish(here, id, 'dev:x', sayingOrb('x'));
  here.clock.advance(90 * 86_400_000);
  assert.is((await ask(here, `GET versions/${version.id}`)).status, 404);
  assert.is((await ask(here, `POST versions/${version.id}/promote`, { segment: 'minor' })).status, 404);
});

test('what one API publishes, the other one has', async ({ here }) => {
  const { orb } = await createOrbAs(here, 'tool');
  await publishAs(here, 'tool', '1.0.0', sayingOrb('one'));
  assert.equal(await versionsOf(here, `filter[orb_id]=${orb.id}`), ['1.0.0']);
  await publish(here, orb.id, '1.1.0', sayingOrb('two'));
  assert.equal((await publishAs(here, 'tool', '1.1.0', sayingOrb('three'))).errors.length, 1);
});

test.run();
