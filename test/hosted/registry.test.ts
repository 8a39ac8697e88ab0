import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packTar } from '../../service/test/archives/tar.ts';
import { createTestService, type TestService } from '../../service/test/support.ts';
import { document, one } from '../../service/test/documents.ts';

const test = suite<{ bench: TestService }>('registry modules as clients of the hosted service make them');
test.before.each(async (context) => {
  context.bench = await createTestService({ profile: 'hosted' });
});
test.after.each(async ({ bench: { close } }) => {
  await close();
});

const modules = '/organizations/acme/registry-modules';
const own = `${modules}/private/acme/vpc/aws`;
const made = async ({ create }: TestService): Promise<any> =>
  create(`POST ${modules}`, document('registry-modules', { name: 'vpc', provider: 'aws', 'registry-name': 'private', 'no-code': false }));
const version = async ({ create }: TestService, number: string, more: object = {}): Promise<any> =>
  create(`POST ${own}/versions`, document('registry-module-versions', { version: number, ...more }));
const put = async ({ service }: TestService, url: string, body: Uint8Array): Promise<number> =>
  (await service.fetch(new Request(url, { method: 'PUT', body: body as Uint8Array<ArrayBuffer> }))).status;
const said = {
  variables: [
    { name: 'region', type: 'string', required: true, description: 'where' },
    { name: 'size', type: 'number', required: false, default: 1 },
  ],
};

test('a version waits for its files, and is there once they are uploaded', async ({ bench: here }) => {
  const { id } = await made(here);
  assert.is((await here.request(`GET ${own}`)).body.data.attributes.status, 'pending');
  const { attributes, links } = await version(here, '1.0.0');
  assert.is(attributes.status, 'pending');
  assert.match(
    links.upload,
    new RegExp(`^http://slipway\\.test/api/v2/registry-modules/${id}/versions/1\\.0\\.0/object/[a-z0-9]{8}\\.[\\w-]{43}$`),
  );
  assert.is(await put(here, links.upload, Buffer.from('no archive')), 422);
  assert.is(await put(here, links.upload.replace(/.$/, '~'), packTar({ name: 'main.tf' })), 404);
  assert.is(await put(here, links.upload, packTar({ name: 'main.tf' })), 200);
  assert.is(await put(here, links.upload, packTar({ name: 'other.tf' })), 422);
  const {
    body: { data },
  } = await here.request(`GET ${own}/version?module_version=1.0.0`);
  assert.equal([data.type, data.attributes.status, data.links], ['registry-module-versions', 'ok', undefined]);
  assert.equal((await here.request(`GET /registry-modules/show/${id}`)).body.data.attributes['version-statuses'], [
    { version: '1.0.0', status: 'ok' },
  ]);
  const found = await here.request('GET //api/registry/v1/modules/acme/vpc/aws/1.0.0/download');
  const address = found.headers.get('x-terraform-get')!;
  assert.equal([found.status, address.endsWith('?archive=tar.gz')], [204, true]);
  assert.is((await here.service.fetch(new Request(links.upload))).status, 404, 'what writes does not read');
  assert.is(await put(here, address, packTar({ name: 'other.tf' })), 404, 'what reads does not write');
  const bytes = new Uint8Array(await (await here.service.fetch(new Request(address))).arrayBuffer());
  assert.equal(bytes, new Uint8Array(packTar({ name: 'main.tf' })));
});
test('a version that waits is offered to nobody', async ({ bench: here }) => {
  const { id } = await made(here);
  await version(here, '1.0.0');
  assert.equal((await here.request('GET //api/registry/v1/modules/acme/vpc/aws/versions')).body, {
    modules: [{ source: 'acme/vpc/aws', versions: [] }],
  });
  const offered = await here.request('POST /organizations/acme/no-code-modules', {
    data: { type: 'no-code-modules', relationships: { 'registry-module': { data: { type: 'registry-module', id } } } },
  });
  assert.equal([offered.status, offered.body.data.attributes], [201, { enabled: true, 'version-pin': null }]);
  const provisioned = await here.request(
    `POST /no-code-modules/${offered.body.data.id}/workspaces`,
    document('workspaces', { name: 'made' }),
  );
  assert.equal(
    [provisioned.status, provisioned.body.errors[0].detail],
    [422, 'the module private/acme/vpc/aws has no finished version yet; upload the files of one first'],
  );
});
test('a version whose variables are said: its details, and what a no-code workspace is asked for', async ({ bench: here }) => {
  const { id } = await made(here);
  await version(here, '1.0.0', said);
  const { body } = await here.request('GET //api/registry/v1/modules/acme/vpc/aws/1.0.0');
  assert.equal(
    [body.id, body.versions, body.root.inputs],
    [
      'acme/vpc/aws/1.0.0',
      ['1.0.0'],
      [
        { name: 'region', type: 'string', description: 'where', default: '', required: true },
        { name: 'size', type: 'number', description: '', default: '1', required: false },
      ],
    ],
  );
  const {
    body: { data: offer },
  } = await here.request(
    'POST /organizations/acme/no-code-modules',
    document(
      'no-code-modules',
      { enabled: true },
      {
        'registry-module': one('registry-modules', id),
        'variable-options': {
          data: [{ type: 'variable-options', attributes: { 'variable-name': 'size', 'variable-type': 'number', options: [1, 2] } }],
        },
      },
    ),
  );
  const asked = await here.request(`GET /no-code-modules/${offer.id}/versions/1.0.0/module-variables`);
  assert.equal(
    asked.body.data.map(({ type, attributes }: any) => [type, attributes.name, attributes.required, attributes.options]),
    [
      ['registry-module-variables', 'region', true, []],
      ['registry-module-variables', 'size', false, ['1', '2']],
    ],
  );
  assert.is((await here.request(`GET /no-code-modules/${offer.id}/versions/3.0.0/module-variables`)).status, 404);
  await version(here, '2.0.0');
  const waiting = await here.request(`PATCH /no-code-modules/${offer.id}`, document('no-code-modules', { 'version-pin': '2.0.0' }));
  assert.equal([waiting.status, waiting.body.errors[0].detail], [422, 'the module has no version "2.0.0"; it has 1.0.0']);
  const pinned = await here.request(`DELETE ${own}/1.0.0`);
  assert.equal(
    [pinned.status, pinned.body.errors[0].detail],
    [409, 'no-code workspaces are made of version 1.0.0; pin the no-code module to another first'],
  );
});
test('no-code provisioning is pinned to a version whose files are to come, and ends with its module', async ({ bench: here }) => {
  const { id } = await made(here);
  await version(here, '1.0.0');
  const offers = 'POST /organizations/acme/no-code-modules';
  const related = { 'registry-module': { data: { type: 'registry-modules', id } } };
  const offer = (pin: string) => here.request(offers, document('no-code-modules', { 'version-pin': pin }, related));
  assert.is((await offer('2.0.0')).status, 422);
  const { status, body } = await offer('1.0.0');
  assert.equal([status, body.data.attributes], [201, { enabled: true, 'version-pin': '1.0.0' }]);
  const disabled = document('no-code-modules', { enabled: false });
  const changed = await here.request(`PATCH /no-code-modules/${body.data.id}`, disabled);
  assert.equal(changed.body.data.attributes, { enabled: false, 'version-pin': '1.0.0' });
  assert.is((await here.request(`DELETE ${own}`)).status, 204);
  assert.is((await here.request(`GET /no-code-modules/${body.data.id}`)).status, 404);
});
test('versions are deleted one by one', async ({ bench: here }) => {
  await made(here);
  await version(here, '1.0.0', said);
  await version(here, '1.1.0', said);
  assert.is((await here.request(`DELETE ${own}/1.0.0`)).status, 204);
  assert.equal(
    (await here.request(`GET ${own}/versions`)).body.data.map(({ attributes }: any) => attributes.version),
    ['1.1.0'],
  );
  assert.is((await here.request(`DELETE ${own}/1.0.0`)).status, 404);
});
test('a public module is found by its own names', async ({ bench: here }) => {
  await here.request(
    `POST ${modules}`,
    document('registry-modules', { name: 'vpc', provider: 'aws', namespace: 'others', 'registry-name': 'public' }),
  );
  await here.request(`POST ${modules}/public/others/vpc/aws/versions`, document('registry-module-versions', { version: '5.0.0', ...said }));
  assert.is((await here.request('GET //api/registry/public/v1/modules/others/vpc/aws/5.0.0')).body.version, '5.0.0');
  assert.is((await here.request('GET //api/registry/v1/modules/others/vpc/aws/5.0.0')).status, 404);
});
test('a module of a repository is named by it, with or without the organization in the path', async ({ bench: here }) => {
  const {
    body: { data: client },
  } = await here.request(
    'POST /organizations/acme/oauth-clients',
    document('oauth-clients', {
      name: 'hub',
      'service-provider': 'github',
      'http-url': 'https://github.com',
      'api-url': 'https://api.github.com',
      'oauth-token-string': 'x',
    }),
  );
  const { id: token } = client.relationships['oauth-tokens'].data[0];
  const from = (identifier: string) =>
    document('registry-modules', { 'vcs-repo': { identifier, 'oauth-token-id': token, 'display-identifier': identifier } });
  const {
    status,
    body: { data },
  } = await here.request(`POST ${modules}/vcs`, from('acme/terraform-aws-net'));
  assert.equal(
    [status, data.attributes.name, data.attributes.provider, data.attributes.status, data.attributes['vcs-repo']],
    [
      201,
      'net',
      'aws',
      'pending',
      {
        identifier: 'acme/terraform-aws-net',
        'display-identifier': 'acme/terraform-aws-net',
        'oauth-token-id': token,
        'github-app-installation-id': null,
        branch: '',
        tags: true,
        'tag-prefix': null,
        'source-directory': null,
        'ingress-submodules': true,
        'repository-http-url': 'https://github.com/acme/terraform-aws-net',
        'service-provider': 'github',
        'webhook-url': null,
      },
    ],
  );
  const old = await here.request('POST /registry-modules', from('acme/terraform-google-net'));
  assert.equal([old.status, old.body.data.relationships.organization.data.id, old.headers.get('deprecation')], [201, 'acme', 'true']);
  const unnamed = await here.request(`POST ${modules}/vcs`, from('acme/net'));
  assert.equal([unnamed.status, unnamed.body.errors[0].source], [422, { pointer: '/data/attributes/vcs-repo/identifier' }]);
  const twice = await here.request(`POST ${modules}/vcs`, from('acme/terraform-aws-net'));
  assert.equal([twice.status, twice.body.errors[0].detail], [422, 'the module private/acme/net/aws has already been taken']);
});
test.run();
