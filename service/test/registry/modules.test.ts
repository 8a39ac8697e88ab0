import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from '../support.ts';
import { document } from '../documents.ts';

const test = suite<{ bench: TestService }>('registry modules: updates, former paths, tests');
test.before.each(async (context) => {
  context.bench = await createTestService({ settings: { tier: 'plus' } });
});
test.after.each(async ({ bench }) => {
  await bench.close();
});

const modules = '/organizations/acme/registry-modules';
const vpc = `${modules}/private/acme/vpc/aws`;
const create = ({ request }: TestService, provider = 'aws') =>
  request(`POST ${modules}`, document('registry-modules', { name: 'vpc', provider, 'registry-name': 'private' }));
const publish = ({ request }: TestService, version: string, path = `${vpc}/versions`) =>
  request(`POST ${path}`, document('registry-module-versions', { version, variables: [] }));
const update = ({ request }: TestService, attributes: object) => request(`PATCH ${vpc}`, document('registry-modules', attributes));

/** A connection to a code host; answers the ID of its token. */
const connect = async ({ request }: TestService): Promise<string> => {
  const attributes = { 'service-provider': 'codehost', 'http-url': 'https://code.example', 'api-url': 'https://api.code.example' };
  const { body } = await request('POST /organizations/acme/oauth-clients', document('oauth-clients', attributes));
  return body.data.relationships['oauth-tokens'].data[0].id;
};
const publishRepository = async (bench: TestService, repository: object, attributes: object = {}) => {
  const repo = { identifier: 'acme/terraform-aws-vpc', 'oauth-token-id': await connect(bench), ...repository };
  return bench.request(`POST ${modules}/vcs`, document('registry-modules', { 'vcs-repo': repo, ...attributes }));
};

test('tests of a module of a branch are configured, changed and taken away', async ({ bench }) => {
  await publishRepository(bench, { branch: 'main' });
  const configured = (await update(bench, { 'test-config': { 'tests-enabled': true } })).body.data.attributes['test-config'];
  const { id, ...rest } = configured;
  assert.equal(rest, { 'tests-enabled': true, 'agent-execution-mode': 'remote', 'agent-pool-id': null, 'agent-pool-name': null });
  const changed = (await update(bench, { 'test-config': { 'agent-execution-mode': 'agent' } })).body.data.attributes['test-config'];
  assert.equal([changed.id, changed['tests-enabled'], changed['agent-execution-mode']], [id, true, 'agent']);
  const modeAndPool = async (config: object) => {
    const { attributes } = (await update(bench, { 'test-config': config })).body.data;
    return [attributes['test-config']['agent-execution-mode'], attributes['test-config']['agent-pool-id']];
  };
  assert.equal(await modeAndPool({ 'agent-pool-id': 'apool-1' }), ['agent', 'apool-1']);
  assert.equal(await modeAndPool({ 'tests-enabled': false }), ['agent', 'apool-1']);
  assert.equal(await modeAndPool({ 'agent-execution-mode': 'remote' }), ['remote', null]);
  assert.is((await update(bench, { 'test-config': null })).body.data.attributes['test-config']['tests-enabled'], false);
  assert.is((await update(bench, { 'test-config': { 'agent-execution-mode': 'moon' } })).status, 422);
});
const mechanism = (response: any) => {
  const { attributes } = response.body.data;
  const { branch, tags } = attributes['vcs-repo'] ?? {};
  return [attributes['publishing-mechanism'], branch, tags, attributes['test-config']?.['tests-enabled'] ?? null];
};
const byTags = ['git_tag', '', true, null];
const byBranch = ['branch', 'main', false, false];

test('tests are told of a module that is published by a branch, whatever it was before', async ({ bench }) => {
  const { request } = bench;
  const repo = { branch: 'main', tags: false, 'display-identifier': 'acme/terraform-aws-vpc', 'organization-name': 'acme' };
  assert.equal(mechanism(await publishRepository(bench, repo)), byBranch);
  assert.equal(mechanism(await request(`GET ${vpc}`)), byBranch);
  assert.equal(mechanism(await update(bench, { 'test-config': { 'tests-enabled': true } })), ['branch', 'main', false, true]);
  const withTags = { 'vcs-repo': { identifier: 'acme/terraform-aws-vpc', tags: true } };
  assert.equal(mechanism(await update(bench, withTags)), byTags);
  const off = { 'test-config': { 'agent-execution-mode': 'remote', 'tests-enabled': false } };
  assert.equal(mechanism(await update(bench, off)), byTags);
  assert.equal(mechanism(await request(`GET ${vpc}`)), byTags);
  assert.equal(mechanism(await update(bench, { 'vcs-repo': { branch: 'main', tags: false } })), byBranch);
});
test('without a branch a module is published by tags, whatever its tags say', async ({ bench }) => {
  assert.equal(mechanism(await publishRepository(bench, { tags: false })), byTags);
  assert.equal(mechanism(await update(bench, { 'vcs-repo': { tags: false } })), byTags);
  assert.equal(mechanism(await update(bench, { 'vcs-repo': { branch: '' } })), byTags);
});
test('a module that is published by requests alone has no tests', async ({ bench }) => {
  assert.equal(mechanism(await create(bench)), ['non_vcs', undefined, undefined, null]);
  assert.equal(mechanism(await update(bench, { 'test-config': { 'tests-enabled': true } })), ['non_vcs', undefined, undefined, null]);
});
test('it is enabled for no-code provisioning and withdrawn by its attribute', async ({ bench }) => {
  await create(bench);
  assert.is((await update(bench, { 'no-code': true })).status, 422);
  await publish(bench, '1.0.0');
  const offered = (await update(bench, { 'no-code': true })).body.data;
  assert.equal([offered.attributes['no-code'], offered.relationships['no-code-modules'].data.length], [true, 1]);
  assert.is((await update(bench, { 'no-code': false })).body.data.attributes['no-code'], false);
});
test('the inputs of a version are shown for a form, in the organization of the module', async ({ bench }) => {
  const { request } = bench;
  const metadata = '//api/registry/private/v2/modules/acme/vpc/aws/metadata';
  await create(bench);
  const variables = [
    { name: 'region', type: 'string', description: 'Where.', required: true },
    { name: 'key', sensitive: true, default: '' },
  ];
  await request(`POST ${vpc}/versions`, document('registry-module-versions', { version: '1.0.0', variables }));
  const answer = await request(`GET ${metadata}/1.0.0?organization_name=acme`);
  assert.equal(
    [answer.status, answer.body.data],
    [
      200,
      {
        id: 'acme/vpc/aws/1.0.0',
        type: 'module-metadata',
        attributes: {
          name: 'vpc',
          version: '1.0.0',
          'source-url': '',
          'git-repo-url': '',
          'git-ref-tag': '',
          'no-code': false,
          'input-variables': [
            { name: 'region', type: 'string', description: 'Where.', required: true, sensitive: false },
            { name: 'key', type: 'string', description: '', required: false, sensitive: true },
          ],
        },
      },
    ],
  );
  assert.is((await request(`GET ${metadata}/1.0.0`)).status, 200);
  assert.is((await request(`GET ${metadata}/2.0.0?organization_name=acme`)).status, 404);
  assert.is((await request(`GET ${metadata}/1.0.0?organization_name=other`)).status, 404);
});
test('what is no member of the document is refused with its pointer', async ({ bench }) => {
  await create(bench);
  const { status, body } = await update(bench, { colour: 'red', 'test-config': { speed: 1 } });
  assert.equal(
    [status, body.errors.map(({ source }: any) => source.pointer)],
    [422, ['/data/attributes/colour', '/data/attributes/test-config/speed']],
  );
});
test('whether a name and provider are available', async ({ bench: { request } }) => {
  const validate = async (name: string) => (await request(`GET ${modules}/validation?name=${name}&provider=aws`)).body.data;
  assert.equal(await validate('vpc'), {
    id: 'acme/vpc/aws',
    type: 'registry-module-address-validations',
    attributes: { 'module-name': 'vpc', 'provider-name': 'aws', valid: true },
  });
  await request(`POST ${modules}`, document('registry-modules', { name: 'vpc', provider: 'aws', 'registry-name': 'private' }));
  assert.equal([(await validate('vpc')).attributes.valid, (await validate('a b')).attributes.valid], [false, false]);
});
test('versions are added, read and deleted at the paths from before public modules', async ({ bench }) => {
  await create(bench);
  assert.is((await publish(bench, '1.0.0', '/registry-modules/acme/vpc/aws/versions')).status, 201);
  const shown = await bench.request('GET /registry-modules/show/acme/vpc/aws');
  assert.equal(shown.body.data.attributes['version-statuses'], [{ version: '1.0.0', status: 'ok' }]);
  assert.is((await bench.request('POST /registry-modules/actions/delete/acme/vpc/aws/1.0.0')).status, 204);
  assert.is((await bench.request('POST /registry-modules/actions/delete/acme/vpc/aws')).status, 204);
  assert.is((await bench.request(`GET ${vpc}`)).status, 404);
});
test('all modules of a name go at once', async ({ bench }) => {
  await create(bench);
  await create(bench, 'google');
  assert.is((await bench.request(`DELETE ${modules}/private/acme/vpc`)).status, 204);
  assert.is((await bench.request(`GET ${modules}`)).body.data.length, 0);
  assert.is((await bench.request(`DELETE ${modules}/private/acme/vpc`)).status, 404);
});
test('test variables are kept below their module, the sensitive ones without their value', async ({ bench }) => {
  await create(bench);
  const { request } = bench;
  const path = '/organizations/acme/tests/registry-modules/private/acme/vpc/aws';
  const made = await request(`POST ${path}/vars`, document('vars', { key: 'depth', value: '4', category: 'env', sensitive: true }));
  const { id, attributes, relationships, links } = made.body.data;
  assert.equal(
    [made.status, attributes.key, attributes.value, relationships, links.self],
    [201, 'depth', null, { organization: { data: { id: 'acme', type: 'organizations' } } }, `/api/v2${path}/vars/${id}`],
  );
  const changed = await request(`PATCH ${path}/vars/${id}`, document('vars', { value: '5' }));
  assert.equal([changed.status, changed.body.data.attributes['updated-at']], [200, '2026-05-01T12:00:00.000Z']);
  assert.is((await request(`PATCH ${path}/vars/${id}`, document('vars', { description: 'in metres' }))).status, 422, 'only the value');
  assert.is((await request(`GET ${path}/vars`)).body.data.length, 1);
  assert.is((await request(`GET ${path}/test-runs/trun-1/cleanups/tcl-1`)).status, 404);
  assert.is((await request(`DELETE ${path}/vars/${id}`)).status, 204);
  assert.is((await request(`GET ${path}/vars/${id}`)).status, 404);
});

test.run();
