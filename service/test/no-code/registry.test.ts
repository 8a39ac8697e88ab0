import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, type NoCodeTestService, listErrors } from './support.ts';
import { document } from '../documents.ts';

const registry = suite<NoCodeTestService>('registry modules');
registry.before.each(async (context) => {
  Object.assign(context, await createNoCodeTestService());
});
registry.after.each(async ({ close }) => {
  await close();
});
const modules = '/organizations/acme/registry-modules';
const lost = (what: string) => [['404', `${what} was not found, or this token has no access to it`]];

registry('created: the document, found by its id and by its names', async ({ request: ask }) => {
  const made = await ask(`POST ${modules}`, document('registry-modules', { name: 'vpc', provider: 'aws', 'registry-name': 'private' }));
  const { id } = made.body.data;
  assert.match(id, /^mod-[A-Za-z0-9]{16}$/);
  assert.equal(
    [made.status, made.body],
    [
      201,
      {
        data: {
          id,
          type: 'registry-modules',
          attributes: {
            name: 'vpc',
            namespace: 'acme',
            provider: 'aws',
            'registry-name': 'private',
            'organization-name': 'acme',
            status: 'pending',
            'version-statuses': [],
            'no-code': false,
            'publishing-mechanism': 'non_vcs',
            'test-config': null,
            permissions: { 'can-delete': true, 'can-resync': true, 'can-retry': true },
            'created-at': '2026-05-01T12:00:00.000Z',
            'updated-at': '2026-05-01T12:00:00.000Z',
          },
          relationships: {
            organization: { data: { id: 'acme', type: 'organizations' } },
            'no-code-modules': { data: [] },
            'tag-bindings': { data: [], links: { related: `/api/v2/registry-modules/${id}/tag-bindings` } },
          },
          links: { self: '/api/v2/organizations/acme/registry-modules/private/acme/vpc/aws' },
        },
      },
    ],
  );
  for (const path of [`/registry-modules/${id}`, `/registry-modules/show/${id}`, `${modules}/private/acme/vpc/aws`])
    assert.equal((await ask(`GET ${path}`)).body, made.body, path);
});

registry(
  'versions: the newest first, however they came; a pre-release is older than its release',
  async ({ request: ask, createModule: module, addVersion: version }) => {
    const id = await module();
    for (const number of ['1.10.0', '2.0.0-rc.9', '1.9.0', '2.0.0', '2.0.0-rc.10', '2.0.0-a-b']) await version(number);
    const shown = (await ask(`GET /registry-modules/${id}`)).body.data.attributes;
    assert.equal(
      shown['version-statuses'].map((one: any) => one.version),
      ['2.0.0', '2.0.0-rc.10', '2.0.0-rc.9', '2.0.0-a-b', '1.10.0', '1.9.0', '1.2.0', '1.0.0'],
    );
    assert.is(shown.status, 'setup_complete');
    const [first] = (await ask(`GET ${modules}/private/acme/vpc/aws/versions`)).body.data;
    assert.equal(first.attributes, {
      version: '2.0.0',
      status: 'ok',
      resources: 3,
      'created-at': '2026-05-01T12:00:00.000Z',
      'updated-at': '2026-05-01T12:00:00.000Z',
      variables: [
        { name: 'region', type: 'string', required: true },
        { name: 'size', type: 'number', default: 1, required: false },
        { name: 'zones', type: 'list(string)', default: [], required: false },
      ],
    });
  },
);

registry(
  'a pre-release is the latest for nobody who does not name it',
  async ({ createModule: module, addVersion: version, enableModule: enable }) => {
    const id = await module();
    await version('3.0.0-rc.1');
    assert.is((await enable(id)).body.data.attributes['version-pin'], '1.2.0');
    const named = await module('net');
    await version('3.0.0-rc.1', {}, 'net');
    assert.is((await enable(named, { 'version-pin': '3.0.0-rc.1' })).body.data.attributes['version-pin'], '3.0.0-rc.1');
  },
);

registry('a module without a version is offered to nobody', async ({ enableModule: enable, create }) => {
  const { id } = await create(`POST ${modules}`, document('registry-modules', { name: 'empty', provider: 'aws' }));
  assert.equal(listErrors(await enable(id)), [['422', `${id} has no version yet`, '/data/relationships/registry-module/data/id']]);
});

registry('what cannot be is refused', async ({ request: ask, createModule: module, addVersion: version }) => {
  assert.equal(listErrors(await ask(`POST ${modules}`, document('registry-modules', { name: '', provider: 1 }))), [
    ['422', "name can't be blank", '/data/attributes/name'],
    ['422', 'expected text, got a number', '/data/attributes/provider'],
  ]);
  assert.equal(listErrors(await ask(`POST ${modules}`, document('registry-modules', { name: 'a/b', provider: 'aws' }))), [
    ['422', '"a/b" is no name: expected 1 to 64 letters, digits, - and _', '/data/attributes/name'],
  ]);
  assert.equal(listErrors(await ask(`POST ${modules}`, document('registry-modules', { name: 'vpc', provider: 'a.b' }))), [
    ['422', '"a.b" is no name: expected 1 to 64 letters, digits, - and _', '/data/attributes/provider'],
  ]);
  assert.equal(
    listErrors(await ask(`POST ${modules}`, document('registry-modules', { name: 'vpc', provider: 'aws', 'registry-name': 'secret' }))),
    [['422', 'expected private or public', '/data/attributes/registry-name']],
  );
  await module();
  assert.equal(listErrors(await ask(`POST ${modules}`, document('registry-modules', { name: 'vpc', provider: 'aws' }))), [
    ['422', 'the module private/acme/vpc/aws has already been taken', '/data/attributes/name'],
  ]);
  assert.equal(listErrors(await version('1.2')), [['422', 'expected a version such as 1.2.0, got "1.2"', '/data/attributes/version']]);
  assert.equal(listErrors(await version('1.2.0')), [['422', 'the version 1.2.0 has already been taken', '/data/attributes/version']]);
  assert.equal(listErrors(await version('4.0.0', { variables: [{ type: 'string' }] })), [
    ['422', 'expected {"name", "type", "required"}', '/data/attributes/variables/0'],
  ]);
  assert.equal(listErrors(await version('4.0.0', { resources: -1 })), [['422', 'expected a whole number', '/data/attributes/resources']]);
  assert.equal(listErrors(await version('4.0.0', {}, 'none')), lost('the registry module acme/none/aws'));
});

registry('listed and searched by name', async ({ request: ask, createModule: module }) => {
  for (const name of ['vpc', 'vpn', 'dns']) await module(name);
  const names = async (query: string) => (await ask(`GET ${modules}${query}`)).body.data.map((one: any) => one.attributes.name);
  assert.equal([await names(''), await names('?q=VP'), await names('?q=none')], [['vpc', 'vpn', 'dns'], ['vpc', 'vpn'], []]);
});

registry('members see modules, who manages modules makes them', async ({ member, createModule: module, as }) => {
  const id = await module();
  const { token: reader } = await member('reader');
  const { token: keeper } = await member('keeper', ['manage-modules']);
  const body = document('registry-modules', { name: 'net', provider: 'aws' });
  assert.equal([(await as(reader)(`GET /registry-modules/${id}`)).status, (await as(reader)(`POST ${modules}`, body)).status], [200, 404]);
  assert.equal(
    [(await as(keeper)(`POST ${modules}`, body)).status, (await as(reader)(`DELETE ${modules}/private/acme/net/aws`)).status],
    [201, 404],
  );
  assert.is((await as(keeper)(`DELETE ${modules}/private/acme/net/aws`)).status, 204);
});

registry.run();
