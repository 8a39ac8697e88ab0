import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, type NoCodeTestService, option, listErrors, variable, inputs } from './support.ts';
import { document } from '../documents.ts';

const made = suite<NoCodeTestService>('variables of no-code workspaces');
made.before.each(async (context) => {
  Object.assign(context, await createNoCodeTestService());
});
made.after.each(async ({ close }) => {
  await close();
});
const varsAt = '/data/relationships/vars/data';

made(
  'attributes that cannot be are refused, each at its place',
  async ({ createNoCodeModule: offer, createWorkspace: make, createWorkspaceId: plain, request: ask }) => {
    const id = await offer();
    const at = (name: string) => `/data/attributes/${name}`;
    assert.equal(listErrors(await make(id, {})), [['422', 'name is required: expected text', at('name')]]);
    assert.equal(listErrors(await make(id, { name: 'no spaces' })), [
      ['422', 'expected a workspace name: 1 to 90 letters, digits, - and _, got "no spaces"', at('name')],
    ]);
    assert.equal(listErrors(await make(id, { name: 'shop', description: 1, auto_apply: 'yes', 'auto-apply': 1, 'source-name': false })), [
      ['422', 'expected text, got a number', at('description')],
      ['422', 'expected true or false, got a number', at('auto-apply')],
      ['422', 'expected text, got false', at('source-name')],
      ['422', 'expected true or false, got a string', at('auto_apply')],
    ]);
    assert.equal(listErrors(await make(id, { name: 'shop', 'execution-mode': 'local' })), [
      ['422', 'expected remote or agent, got "local"', at('execution-mode')],
    ]);
    assert.equal(listErrors(await make(id, { name: 'shop', 'execution-mode': 'agent' })), [
      ['422', 'agent-pool-id is required when execution-mode is "agent"', at('agent-pool-id')],
    ]);
    const pool = (await ask('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'north' }))).body.data.id;
    for (const mode of [{}, { 'execution-mode': 'remote' }])
      assert.equal(listErrors(await make(id, { name: 'shop', 'agent-pool-id': pool, ...mode })), [
        ['422', 'agent-pool-id goes with execution-mode "agent"; here it is "remote"', at('agent-pool-id')],
      ]);
    assert.equal(listErrors(await make(id, { name: 'shop', 'execution-mode': 'agent', 'agent-pool-id': 'apool-none' })), [
      ['422', 'apool-none is no agent pool of the organization "acme"', at('agent-pool-id')],
    ]);
    assert.equal(listErrors(await make(id, { name: 'shop', 'engine-version': '~> 99.0.0' })), [
      [
        '422',
        'no engine release matches "~> 99.0.0"; expected a version such as 1.11.4 or a constraint such as ~> 1.0.0',
        at('engine-version'),
      ],
    ]);
    assert.equal(listErrors(await make(id, { name: 'shop' }, undefined, { project: { data: { type: 'project', id: 'prj-none' } } })), [
      ['422', 'prj-none is no project of the organization "acme" that this token may see', '/data/relationships/project/data/id'],
    ]);
    await plain('taken');
    assert.equal(listErrors(await make(id, { name: 'taken' })), [['422', '"taken" has already been taken', at('name')]]);
    assert.equal(listErrors(await ask(`POST /no-code-modules/${id}/workspaces`, document('vars', { name: 'shop' }))), [
      ['422', 'expected the type "workspaces", got "vars"', '/data/type'],
    ]);
    assert.equal(listErrors(await make('nocode-none', { name: 'shop' })), [
      ['404', 'the no-code module nocode-none was not found, or this token has no access to it'],
    ]);
    assert.equal(
      (await ask('GET /organizations/acme/workspaces')).body.data.map((one: any) => one.attributes.name),
      ['taken'],
      'what is refused makes nothing',
    );
  },
);

made('what is no attribute of this request is refused', async ({ createNoCodeModule: offer, createWorkspace: make }) => {
  const answer = await make(await offer(), { name: 'shop', 'queue-all-runs': true, 'working-directory': '/etc' });
  assert.equal(listErrors(answer), [
    ['422', '"queue-all-runs" is not a member that this operation knows', '/data/attributes/queue-all-runs'],
    ['422', '"working-directory" is not a member that this operation knows', '/data/attributes/working-directory'],
  ]);
});

made('variables are judged by the module and by what is offered', async ({ createNoCodeModule: offer, createWorkspace: make }) => {
  const id = await offer();
  const of = async (...variables: readonly object[]) => listErrors(await make(id, { name: 'shop' }, variables));
  assert.equal(await of(), [['422', 'the module\'s variable "region" needs a value', '/data/relationships/vars']]);
  assert.equal(
    await of({ type: 'vars', attributes: { key: 'region', value: 'eu', category: 'env' } }),
    [['422', 'the module\'s variable "region" needs a value', '/data/relationships/vars']],
    'one of the environment is another',
  );
  assert.equal(await of(variable('region', 'mars')), [
    ['422', 'the value of "region" must be one of "eu", "us"', `${varsAt}/0/attributes/value`],
  ]);
  assert.equal(await of(variable('region', 'eu'), variable('size', '3')), [
    ['422', 'the value of "size" must be one of 1, 2', `${varsAt}/1/attributes/value`],
  ]);
  assert.equal(
    await of({ type: 'vars', attributes: { key: 'region', category: 'infra' } }),
    [['422', 'the value of "region" must be one of "eu", "us"', `${varsAt}/0/attributes/value`]],
    'unsaid is ""',
  );
  assert.equal(await of(variable('region', 'eu'), variable('colour', 'red')), [
    ['422', 'version 1.2.0 of the module has no variable "colour"; it has region, size, zones', `${varsAt}/1/attributes/key`],
  ]);
  assert.equal(await of(variable('region', 'eu'), variable('region', 'us')), [
    ['422', 'the variable "region" is sent twice', `${varsAt}/1/attributes/key`],
  ]);
  assert.equal(await of({ type: 'vars', attributes: { value: 5, category: 'other', hcl: 'x', sensitive: 1 } }), [
    ['422', 'key is required: expected one line of at most 255 characters', `${varsAt}/0/attributes/key`],
    ['422', 'expected text, got a number', `${varsAt}/0/attributes/value`],
    ['422', 'expected true or false, got a string', `${varsAt}/0/attributes/hcl`],
    ['422', 'expected true or false, got a number', `${varsAt}/0/attributes/sensitive`],
    ['422', 'expected infra or env, got "other"', `${varsAt}/0/attributes/category`],
  ]);
  assert.equal(await of({ type: 'variables', attributes: {} }), [['422', 'expected the type "vars", got "variables"', `${varsAt}/0/type`]]);
});

made('values of other types are compared as values', async ({ createModule: module, enableModule: enable, createWorkspace: make }) => {
  const id = (
    await enable(await module(), { enabled: true }, [option('zones', 'list(string)', [['a', 'b'], []]), option('size', 'number', [1, 2])])
  ).body.data.id;
  const status = async (name: string, key: string, value: string) =>
    (await make(id, { name }, [variable('region', 'anywhere'), variable(key, value, { hcl: true })])).status;
  assert.equal(
    [
      await status('a', 'zones', '["a", "b"]'),
      await status('b', 'zones', '[]'),
      await status('c', 'zones', '["b"]'),
      await status('d', 'size', '2'),
      await status('e', 'size', '2.5'),
    ],
    [200, 200, 422, 200, 422],
  );
});

made('nothing is made of an offer that is not enabled', async ({ createModule: module, enableModule: enable, createWorkspace: make }) => {
  const id = (await enable(await module(), {})).body.data.id;
  assert.equal(listErrors(await make(id, { name: 'shop' })), [['422', `the no-code module ${id} is not enabled`]]);
});

made(
  'of the pinned version, whatever is newer',
  async ({ createModule: module, enableModule: enable, addVersion: version, createWorkspace: make }) => {
    const mod = await module();
    const id = (await enable(mod, { enabled: true, 'version-pin': '1.0.0' })).body.data.id;
    await version('2.0.0', { variables: [...inputs, { name: 'owner', type: 'string', required: true }] });
    assert.is((await make(id, { name: 'shop' })).body.data.attributes['source-module-id'], 'private/acme/vpc/aws/1.0.0');
  },
);

made(
  'its first run provisions it without being asked: then it manages what the module makes',
  async ({ createNoCodeModule: offer, createWorkspace: make, passTime: pass, request: ask }) => {
    const { id } = (await make(await offer(), { name: 'shop' })).body.data;
    const seen = async () => {
      const { attributes, relationships } = (await ask(`GET /workspaces/${id}`)).body.data;
      return [(await ask(`GET /runs/${relationships['current-run'].data.id}`)).body.data.attributes.status, attributes['resource-count']];
    };
    assert.equal(await seen(), ['pending', 0]);
    await pass(500);
    assert.equal(await seen(), ['applying', 0]);
    await pass(100);
    assert.equal(await seen(), ['applied', 3]);
    assert.equal(listErrors(await ask(`POST /workspaces/${id}/actions/safe-delete`)), [
      ['409', 'the workspace is not safe to delete: it is still managing 3 resources'],
    ]);
  },
);

made.run();
