import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, type NoCodeTestService, option, listErrors } from './support.ts';
import { document } from '../documents.ts';

const offers = suite<NoCodeTestService>('no-code modules: variable options');
offers.before.each(async (context) => {
  Object.assign(context, await createNoCodeTestService());
});
offers.after.each(async ({ close }) => {
  await close();
});
const hidden = (what: string) => [['404', `${what} was not found, or this token has no access to it`]];

const moduleAt = '/data/relationships/registry-module/data';
const optionsAt = '/data/relationships/variable-options/data';

offers(
  'options: with an id that one is replaced, without one it is new, without values it goes',
  async ({ createNoCodeModule: offer, request: ask }) => {
    const id = await offer();
    const shown = async () =>
      (await ask(`GET /no-code-modules/${id}?include=variable_options`)).body.included.map(({ id: one, attributes }: any) => [
        one,
        ...Object.values(attributes),
      ]);
    const [[region], [size]] = await shown();
    const patch = (...entries: readonly object[]) =>
      ask(`PATCH /no-code-modules/${id}`, document('no-code-modules', {}, { 'variable-options': { data: entries } }));
    assert.is((await patch(option('region', 'string', ['eu'], region))).status, 200);
    assert.equal(await shown(), [
      [region, 'region', 'string', ['eu']],
      [size, 'size', 'number', [1, 2]],
    ]);
    await patch({ type: 'variable-options', id: size, attributes: { options: [3] } });
    assert.equal(await shown(), [
      [region, 'region', 'string', ['eu']],
      [size, 'size', 'number', [3]],
    ]);
    await patch(option('zones', 'list(string)', [['a'], ['a', 'b']]), option('size', 'number', [], size));
    const after = await shown();
    assert.equal(
      after.map(([, ...rest]: any) => rest),
      [
        ['region', 'string', ['eu']],
        ['zones', 'list(string)', [['a'], ['a', 'b']]],
      ],
    );
    const [, [zones]] = after;
    await patch(option('zones', 'list(string)', [['x']], region), option('region', 'string', ['y'], zones));
    assert.equal(
      await shown(),
      [
        [region, 'zones', 'list(string)', [['x']]],
        [zones, 'region', 'string', ['y']],
      ],
      'two may change places',
    );

    assert.equal(listErrors(await patch(option('size', 'number', [1], 'ncvaropt-none'))), [
      ['422', 'ncvaropt-none is no variable option of this module', `${optionsAt}/0/id`],
    ]);
    assert.equal(listErrors(await patch({ type: 'variable-options', id: region, attributes: { 'variable-name': 5, options: 'x' } })), [
      ['422', 'expected the name of a variable', `${optionsAt}/0/attributes/variable-name`],
      ['422', 'expected a list of the allowed values', `${optionsAt}/0/attributes/options`],
    ]);
    assert.equal(listErrors(await patch(option('region', 'string', ['z']))), [
      ['422', `the variable "region" has options already: ${zones}`, `${optionsAt}/0/attributes/variable-name`],
    ]);
    assert.equal(
      await shown(),
      [
        [region, 'zones', 'list(string)', [['x']]],
        [zones, 'region', 'string', ['y']],
      ],
      'what is refused changes nothing',
    );
  },
);

offers('the values of an option fit the type of the variable, which is that of the module', async (context) => {
  const { createNoCodeModule: offer, request: ask } = context;
  const id = await offer();
  const patch = (...entries: readonly object[]) =>
    ask(`PATCH /no-code-modules/${id}`, document('no-code-modules', {}, { 'variable-options': { data: entries } }));
  const [region, size] = (await ask(`GET /no-code-modules/${id}`)).body.data.relationships['variable-options'].data.map(
    (one: any) => one.id,
  );
  assert.equal(listErrors(await patch(option('size', 'number', [1, 'two', true, '3', '-1.5'], size))), [
    ['422', 'expected a value of the type number, got "two"', `${optionsAt}/0/attributes/options/1`],
    ['422', 'expected a value of the type number, got true', `${optionsAt}/0/attributes/options/2`],
  ]);
  assert.equal(listErrors(await patch(option('region', 'string', ['eu', 1, null], region))), [
    ['422', 'expected a value of the type string, got 1', `${optionsAt}/0/attributes/options/1`],
    ['422', 'expected a value of the type string, got null', `${optionsAt}/0/attributes/options/2`],
  ]);
  assert.equal(listErrors(await patch(option('zones', 'list(string)', [['a'], { a: 1 }, '["b"]']))), [
    ['422', 'expected a value of the type list(string), got {"a":1}', `${optionsAt}/0/attributes/options/1`],
  ]);
  assert.equal(listErrors(await patch(option('size', 'string', ['1'], size))), [
    ['422', 'the variable "size" of version 1.2.0 is of the type number, not string', `${optionsAt}/0/attributes/variable-type`],
  ]);
  assert.equal(listErrors(await patch({ type: 'variable-options', id: size, attributes: { options: ['x'] } })), [
    ['422', 'expected a value of the type number, got "x"', `${optionsAt}/0/attributes/options/0`],
  ]);
  assert.is((await patch(option('zones', 'list( string )', [['a'], '["b"]']), option('size', 'number', ['1', 2], size))).status, 200);
});

offers(
  'another module: options stay, a version that it does not have becomes its latest',
  async ({ createNoCodeModule: offer, createModule: module, addVersion: version, request: ask, enableModule: enable }) => {
    const id = await offer();
    const [second, third] = [await module('net'), await module('dns')];
    await version('3.0.0', {}, 'dns');
    const to = (mod: string, attributes: object = {}) =>
      ask(
        `PATCH /no-code-modules/${id}`,
        document('no-code-modules', attributes, { 'registry-module': { data: { id: mod, type: 'registry-module' } } }),
      );
    const moved = await to(second);
    assert.equal(
      [
        moved.status,
        moved.body.data.attributes['version-pin'],
        moved.body.data.relationships['registry-module'],
        moved.body.data.relationships['variable-options'].data.length,
      ],
      [200, '1.2.0', { data: { id: second, type: 'registry-modules' } }, 2],
    );
    assert.is((await to(third, { 'version-pin': '3.0.0' })).body.data.attributes['version-pin'], '3.0.0');
    assert.is((await to(second)).body.data.attributes['version-pin'], '1.2.0', 'net has no 3.0.0');
    await enable(third);
    assert.equal(listErrors(await to(third)), [['422', `${third} is enabled for no-code provisioning already`, `${moduleAt}/id`]]);
  },
);

offers('read: an invalid include is 400, an invalid offer 404', async ({ createNoCodeModule: offer, request: ask }) => {
  const id = await offer();
  assert.equal(listErrors(await ask(`GET /no-code-modules/${id}?include=versions`)), [
    ['400', 'the include parameter names "versions"; expected organization, registry-module, variable-options', 'include'],
  ]);
  assert.equal(listErrors(await ask('GET /no-code-modules/nocode-none')), hidden('the no-code module nocode-none'));
  assert.equal(listErrors(await ask('DELETE /no-code-modules/nocode-none')), hidden('the no-code module nocode-none'));
});

offers(
  'deleted, unless workspaces were made of it; a registry module that is offered stays',
  async ({ createNoCodeModule: offer, createWorkspace: make, request: ask }) => {
    const id = await offer();
    const mod = (await ask(`GET /no-code-modules/${id}`)).body.data.relationships['registry-module'].data.id;
    const registry = 'DELETE /organizations/acme/registry-modules/private/acme/vpc/aws';
    assert.equal(listErrors(await ask(registry)), [
      ['409', 'this module is enabled for no-code provisioning; remove its no-code module first'],
    ]);
    const made = await make(id, { name: 'shop' });
    assert.equal(listErrors(await ask(`DELETE /no-code-modules/${id}`)), [
      ['409', '1 workspace was made of this no-code module; delete it first'],
    ]);
    await ask(`DELETE /workspaces/${made.body.data.id}`);
    assert.equal([(await ask(`DELETE /no-code-modules/${id}`)).status, (await ask(`GET /no-code-modules/${id}`)).status], [204, 404]);
    assert.equal((await ask(`GET /registry-modules/${mod}`)).body.data.relationships['no-code-modules'], { data: [] });
    assert.equal([(await ask(registry)).status, (await ask(`GET /registry-modules/${mod}`)).status], [204, 404]);
  },
);

offers(
  'organization tokens are refused everywhere, as what is not there',
  async ({ createNoCodeModule: offer, createWorkspace: make, startUpgrade: upgrade, request: ask, as }) => {
    const id = await offer();
    const {
      body: {
        data: {
          attributes: { token },
        },
      },
    } = await ask('POST /organizations/acme/authentication-token');
    const workspace = (await make(id, { name: 'shop' })).body.data.id;
    const run = (await upgrade(id, workspace)).body.data.id;
    assert.is((await as(token)('GET /organizations/acme')).status, 200);
    const post = document('workspaces', { name: 'other' });
    for (const [row, body] of [
      ['POST /organizations/acme/no-code-modules', document('no-code-modules', {})],
      [`PATCH /no-code-modules/${id}`, document('no-code-modules', {})],
      [`GET /no-code-modules/${id}`],
      [`DELETE /no-code-modules/${id}`],
      [`POST /no-code-modules/${id}/workspaces`, post],
      [`POST /no-code-modules/${id}/workspaces/${workspace}/upgrade`, document('workspaces', {})],
      [`GET /no-code-modules/${id}/workspaces/${workspace}/upgrade/${run}`],
      [`POST /no-code-modules/${id}/workspaces/${workspace}/upgrade/${run}`],
    ] as const) {
      assert.equal(
        listErrors(await ask(row, body, { token })),
        hidden('no-code provisioning refuses organization tokens, use a user or team token: what was asked for'),
        row,
      );
    }
  },
);

offers(
  'members see offers; who manages modules changes them; strangers see nothing',
  async ({ createNoCodeModule: offer, createModule: module, member, request: ask, as }) => {
    const id = await offer();
    const mod = await module('net');
    const { token: reader } = await member('reader');
    const { token: keeper } = await member('keeper', ['manage-modules']);
    const body = document('no-code-modules', { enabled: false });
    const create = document('no-code-modules', {}, { 'registry-module': { data: { id: mod, type: 'registry-module' } } });
    const statuses = async (token: string) => [
      (await as(token)(`GET /no-code-modules/${id}`)).status,
      (await as(token)(`PATCH /no-code-modules/${id}`, body)).status,
      (await as(token)('POST /organizations/acme/no-code-modules', create)).status,
    ];
    assert.equal(await statuses(reader), [200, 404, 404]);
    assert.equal(await statuses(keeper), [200, 200, 200]);
    assert.equal(
      listErrors(await as(reader)(`POST /no-code-modules/${id}/workspaces`, document('workspaces', { name: 'mine' }))),
      hidden(`the no-code module ${id}`),
    );
    await ask('POST /organizations', document('organizations', { name: 'initech', email: 'a@b.example' }));
    const team = (await ask('POST /organizations/initech/teams', document('teams', { name: 'ops' }))).body.data.id;
    const stranger = (await ask(`POST /teams/${team}/authentication-token`)).body.data.attributes.token;
    assert.is((await as(stranger)(`GET /no-code-modules/${id}`)).status, 404);
  },
);

offers.run();
