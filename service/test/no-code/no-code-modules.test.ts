import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, type NoCodeTestService, option, listErrors } from './support.ts';
import { document, one } from '../documents.ts';

const offers = suite<NoCodeTestService>('no-code modules');
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
  'enabled: the document of the specification, pinned to the latest version',
  async ({ createModule: module, enableModule: enable, request: ask }) => {
    const mod = await module();
    const made = await enable(mod, {}, [option('region', 'string', ['eu', 'us'])]);
    assert.is(made.status, 200);
    const { id, relationships } = made.body.data;
    assert.match(id, /^nocode-[A-Za-z0-9]{16}$/);
    const [{ id: chosen }] = relationships['variable-options'].data;
    assert.match(chosen, /^ncvaropt-[A-Za-z0-9]{16}$/);
    assert.equal(made.body, {
      data: {
        id,
        type: 'no-code-modules',
        attributes: { enabled: false, 'version-pin': '1.2.0' },
        relationships: {
          organization: { data: { id: 'acme', type: 'organizations' }, links: { related: '/api/v2/organizations/acme' } },
          'registry-module': { data: { id: mod, type: 'registry-modules' } },
          'variable-options': { data: [{ id: chosen, type: 'variable-options' }] },
        },
        links: { self: `/api/v2/no-code-modules/${id}` },
      },
    });
    assert.equal((await ask(`GET /no-code-modules/${id}`)).body, made.body);
    for (const spelled of ['variable_options', 'variable-options']) {
      assert.equal((await ask(`GET /no-code-modules/${id}?include=${spelled}`)).body, {
        ...made.body,
        included: [
          {
            id: chosen,
            type: 'variable-options',
            attributes: { 'variable-name': 'region', 'variable-type': 'string', options: ['eu', 'us'] },
            relationships: { 'no-code-allowed-module': { data: { id, type: 'no-code-modules' } } },
          },
        ],
      });
    }
  },
);

offers(
  'enabled with a pin and switched on, by a client that spells the type as answers do',
  async ({ createModule: module, request: ask }) => {
    const mod = await module();
    const made = await ask(
      'POST /organizations/acme/no-code-modules',
      document('no-code-modules', { enabled: true, 'version-pin': '1.0.0' }, { 'registry-module': one('registry-modules', mod) }),
    );
    assert.equal(
      [made.status, made.body.data.attributes, made.body.data.relationships['variable-options']],
      [200, { enabled: true, 'version-pin': '1.0.0' }, { data: [] }],
    );
  },
);

offers('the hosted service answers 201 to the same', async () => {
  const hosted = await createNoCodeTestService({ profile: 'hosted' });
  assert.is((await hosted.enableModule(await hosted.createModule())).status, 201);
  await hosted.close();
});

offers(
  'what cannot be enabled is refused, each fault at its place',
  async ({ createModule: module, enableModule: enable, request: ask }) => {
    const mod = await module();
    const post = (body: unknown) => ask('POST /organizations/acme/no-code-modules', body);
    assert.equal(listErrors(await post({})), [['422', 'expected a document {"data": {"type": "no-code-modules", …}}', '/data']]);
    assert.equal(listErrors(await post(document('modules', {}))), [
      ['422', 'expected the type "no-code-modules", got "modules"', '/data/type'],
    ]);
    assert.equal(listErrors(await post(document('no-code-modules', {}))), [
      ['422', 'expected {"data": {"type": "registry-module", "id"}}', '/data/relationships/registry-module'],
    ]);
    assert.equal(listErrors(await post(document('no-code-modules', {}, { 'registry-module': { data: null } }))), [
      ['422', 'a no-code module needs a registry module', moduleAt],
    ]);
    assert.equal(listErrors(await post(document('no-code-modules', {}, { 'registry-module': { data: { type: 'registry-module' } } }))), [
      ['422', 'expected {"type", "id"}', moduleAt],
    ]);
    assert.equal(listErrors(await post(document('no-code-modules', {}, { 'registry-module': one('modules', mod) }))), [
      ['422', 'expected the type "registry-module", got "modules"', `${moduleAt}/type`],
    ]);
    assert.equal(listErrors(await enable('mod-none')), [
      ['422', 'mod-none is no registry module of the organization "acme"', `${moduleAt}/id`],
    ]);
    assert.equal(listErrors(await enable(mod, { enabled: 'yes', 'version-pin': 1 })), [
      ['422', 'expected true or false, got a string', '/data/attributes/enabled'],
      ['422', 'expected text, got a number', '/data/attributes/version-pin'],
    ]);
    assert.equal(listErrors(await enable(mod, { 'version-pin': '9.9.9' })), [
      ['422', 'the module has no version "9.9.9"; it has 1.2.0, 1.0.0', '/data/attributes/version-pin'],
    ]);
    assert.equal(
      listErrors(await ask('POST /organizations/none/no-code-modules', document('no-code-modules', {}))),
      hidden('the organization "none"'),
    );
    await enable(mod);
    assert.equal(listErrors(await enable(mod)), [['422', `${mod} is enabled for no-code provisioning already`, `${moduleAt}/id`]]);
  },
);

offers('options that are none are refused, each fault at its place', async ({ createModule: module, enableModule: enable }) => {
  const mod = await module();
  assert.equal(
    listErrors(
      await enable(mod, {}, [
        { type: 'variable-options', attributes: {} },
        option('region', 'string', 'eu'),
        option('nothing', 'string', ['x']),
      ]),
    ),
    [
      ['422', 'expected the name of a variable', `${optionsAt}/0/attributes/variable-name`],
      ['422', 'expected the type of the variable', `${optionsAt}/0/attributes/variable-type`],
      ['422', 'expected a list of the allowed values', `${optionsAt}/0/attributes/options`],
      ['422', 'expected a list of the allowed values', `${optionsAt}/1/attributes/options`],
      [
        '422',
        'version 1.2.0 of the module has no variable "nothing"; it has region, size, zones',
        `${optionsAt}/2/attributes/variable-name`,
      ],
    ],
  );
  assert.equal(listErrors(await enable(mod, {}, [{ type: 'options' }])), [
    ['422', 'expected the type "variable-options", got "options"', `${optionsAt}/0/type`],
  ]);
  assert.equal(listErrors(await enable(mod, {}, [option('region', 'string', ['eu'], 'ncvaropt-1')])), [
    ['422', 'ncvaropt-1 is no variable option of this module', `${optionsAt}/0/id`],
  ]);
  const twice = await enable(mod, {}, [option('region', 'string', ['eu']), option('region', 'string', ['us'])]);
  assert.equal(
    [twice.status, twice.body.errors.map((error: any) => error.source.pointer)],
    [422, [`${optionsAt}/0/attributes/variable-name`, `${optionsAt}/1/attributes/variable-name`]],
  );
});

offers('updated: what is not sent is kept', async ({ createNoCodeModule: offer, request: ask }) => {
  const id = await offer();
  const patch = (attributes: object) => ask(`PATCH /no-code-modules/${id}`, document('no-code-modules', attributes));
  assert.equal(
    [(await patch({ enabled: false })).body.data.attributes, (await patch({ 'version-pin': '1.0.0' })).body.data.attributes],
    [
      { enabled: false, 'version-pin': '1.2.0' },
      { enabled: false, 'version-pin': '1.0.0' },
    ],
  );
  const nothing = await patch({});
  assert.equal(
    [nothing.status, nothing.body.data.attributes, nothing.body.data.relationships['variable-options'].data.length],
    [200, { enabled: false, 'version-pin': '1.0.0' }, 2],
  );
  assert.equal(listErrors(await patch({ 'version-pin': '9.9.9' })), [
    ['422', 'the module has no version "9.9.9"; it has 1.2.0, 1.0.0', '/data/attributes/version-pin'],
  ]);
  assert.equal(
    listErrors(await ask('PATCH /no-code-modules/nocode-none', document('no-code-modules', {}))),
    hidden('the no-code module nocode-none'),
  );
});

offers.run();
