import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addMember } from '../members.ts';
import { createTestService, type TestService } from '../support.ts';
import { createSigningKey } from './openpgp.ts';
import { createZip } from './zip.ts';
import { document } from '../documents.ts';

const test = suite<{ bench: TestService }>('provider registry');
test.before.each(async (context) => {
  context.bench = await createTestService();
});
test.after.each(async ({ bench }) => {
  await bench.close();
});

const key = createSigningKey({ bits: 2048 });
const providers = '/organizations/acme/registry-providers';
const crane = `${providers}/private/acme/crane`;
const packageBytes = createZip({ 'terraform-provider-crane_v1.0.0': Buffer.from('the program') });
const checksum = createHash('sha256').update(packageBytes).digest('hex');
const put = async ({ service }: TestService, url: string, body: string | Buffer): Promise<number> =>
  (await service.fetch(new Request(url, { method: 'PUT', body: new Uint8Array(Buffer.from(body)) }))).status;

const addKey = ({ request }: TestService) =>
  request('POST //api/registry/private/v2/gpg-keys', document('gpg-keys', { namespace: 'acme', 'ascii-armor': key.asciiArmor }));
const addProvider = ({ request }: TestService, attributes = {}) =>
  request(
    `POST ${providers}`,
    document('registry-providers', { name: 'crane', namespace: 'acme', 'registry-name': 'private', ...attributes }),
  );
const addVersion = ({ request }: TestService, version = '1.0.0') =>
  request(`POST ${crane}/versions`, document('registry-provider-versions', { version, 'key-id': key.keyId, protocols: ['6.0'] }));
const addPlatform = ({ request }: TestService, more: object = {}) =>
  request(
    `POST ${crane}/versions/1.0.0/platforms`,
    document('registry-provider-platforms', { os: 'linux', arch: 'amd64', shasum: checksum, filename: 'crane.zip', ...more }),
  );
const errors = ({ status, body }: any) => [status, ...body.errors.map(({ detail, source }: any) => [source?.pointer, detail])];

test('a GPG key is known by the ID that gpg computes, and listed for its organization', async ({ bench }) => {
  const made = await addKey(bench);
  assert.equal(
    [made.status, made.body.data.attributes],
    [
      201,
      {
        'ascii-armor': key.asciiArmor,
        'created-at': '2026-05-01T12:00:00.000Z',
        'key-id': key.keyId,
        namespace: 'acme',
        source: '',
        'source-url': null,
        'trust-signature': '',
        'updated-at': '2026-05-01T12:00:00.000Z',
      },
    ],
  );
  const path = `//api/registry/private/v2/gpg-keys/acme/${key.keyId}`;
  assert.equal((await bench.request(`GET ${path}`)).body, made.body);
  const listed = await bench.request('GET //api/registry/private/v2/gpg-keys?filter[namespace]=acme,other');
  assert.equal(
    listed.body.data.map(({ id }: any) => id),
    [made.body.data.id],
  );
  assert.is((await bench.request(`DELETE ${path}`)).status, 204);
  assert.is((await bench.request(`GET ${path}`)).status, 404);
});
test('what is no public key, or the key of another organization, is 422', async ({ bench }) => {
  const add = (attributes: object) => bench.request('POST //api/registry/private/v2/gpg-keys', document('gpg-keys', attributes));
  assert.equal(errors(await add({ namespace: 'acme', 'ascii-armor': 'no key' })), [
    422,
    ['/data/attributes/ascii-armor', 'expected a public key as `gpg --armor --export` writes it (version 4)'],
  ]);
  assert.equal(errors(await add({ namespace: 'other', 'ascii-armor': key.asciiArmor })), [
    422,
    ['/data/attributes/namespace', 'namespace not authorized: "other" is no organization whose GPG keys this token may manage'],
  ]);
  await addKey(bench);
  assert.equal(errors(await addKey(bench)), [422, ['/data/attributes/ascii-armor', `the key ${key.keyId} has already been added`]]);
});
test('a provider is created, found by its names, listed and deleted', async ({ bench }) => {
  const made = await addProvider(bench);
  const { id, ...rest } = made.body.data;
  assert.equal(
    [made.status, rest],
    [
      201,
      {
        type: 'registry-providers',
        attributes: {
          name: 'crane',
          namespace: 'acme',
          'registry-name': 'private',
          'created-at': '2026-05-01T12:00:00.000Z',
          'updated-at': '2026-05-01T12:00:00.000Z',
          permissions: { 'can-delete': true },
        },
        relationships: {
          organization: { data: { id: 'acme', type: 'organizations' } },
          'registry-provider-versions': { data: [] },
          'tag-bindings': { data: [], links: { related: `/api/v2/registry-providers/${id}/tag-bindings` } },
        },
        links: { self: '/api/v2/organizations/acme/registry-providers/private/acme/crane' },
      },
    ],
  );
  assert.equal((await bench.request(`GET ${crane}`)).body, made.body);
  await addProvider(bench, { namespace: 'some-company', 'registry-name': 'public' });
  const list = async (query: string) =>
    (await bench.request(`GET ${providers}?${query}`)).body.data.map((one: any) => one.attributes.namespace);
  assert.equal(
    [await list(''), await list('filter[registry_name]=private&q=RAN'), await list('q=other')],
    [['acme', 'some-company'], ['acme'], []],
  );
  assert.equal(errors(await addProvider(bench)), [
    422,
    ['/data/attributes/name', 'the provider private/acme/crane has already been taken'],
  ]);
  assert.equal(errors(await addProvider(bench, { namespace: 'other' })), [
    422,
    ['/data/attributes/namespace', 'a private provider has the namespace of its organization: expected "acme"'],
  ]);
  assert.is((await bench.request(`DELETE ${crane}`)).status, 204);
  assert.is((await bench.request(`GET ${crane}`)).status, 404);
  assert.match(id, /^prov-/);
});
test('a version is published by uploading its checksums, their signature and its packages', async ({ bench }) => {
  await addKey(bench);
  await addProvider(bench);
  const version = (await addVersion(bench)).body.data;
  assert.equal(
    [version.attributes['shasums-uploaded'], version.attributes['shasums-sig-uploaded'], Object.keys(version.links)],
    [false, false, ['shasums-upload', 'shasums-sig-upload']],
  );
  const platform = (await addPlatform(bench)).body.data;
  assert.equal([platform.attributes['provider-binary-uploaded'], Object.keys(platform.links)], [false, ['provider-binary-upload']]);
  const protocol = '//api/registry/v1/providers/acme/crane';
  assert.equal((await bench.request(`GET ${protocol}/versions`)).body, { versions: [] });
  assert.is((await bench.request(`GET ${protocol}/1.0.0/download/linux/amd64`)).status, 404);
  const sums = Buffer.from(`${checksum}  crane.zip\n`);
  assert.is(await put(bench, version.links['shasums-upload'], sums), 200);
  assert.is(await put(bench, version.links['shasums-sig-upload'], key.sign(sums)), 200);
  assert.is(await put(bench, platform.links['provider-binary-upload'], 'another package'), 422);
  assert.is(await put(bench, platform.links['provider-binary-upload'], packageBytes), 200);
  assert.is(await put(bench, platform.links['provider-binary-upload'].replace(/.$/, '~'), packageBytes), 404);
  assert.equal((await bench.request(`GET ${protocol}/versions`)).body, {
    versions: [{ version: '1.0.0', protocols: ['6.0'], platforms: [{ os: 'linux', arch: 'amd64' }] }],
  });
  const { body } = await bench.request(`GET ${protocol}/1.0.0/download/linux/amd64`);
  const { download_url: packageAddress, shasums_url: sumsAddress, shasums_signature_url: signatureAddress, ...rest } = body;
  assert.equal(rest, {
    protocols: ['6.0'],
    os: 'linux',
    arch: 'amd64',
    filename: 'crane.zip',
    shasum: checksum,
    signing_keys: {
      gpg_public_keys: [{ key_id: key.keyId, ascii_armor: key.asciiArmor, trust_signature: '', source: '', source_url: null }],
    },
  });
  const read = async (url: string) => Buffer.from(await (await bench.service.fetch(new Request(url))).arrayBuffer());
  assert.equal([await read(packageAddress), await read(sumsAddress)], [packageBytes, sums]);
  assert.is((await read(signatureAddress)).length > 250, true);
  const { attributes, links, relationships } = (await bench.request(`GET ${crane}/versions/1.0.0?include=platforms`)).body.data;
  assert.equal(
    [attributes['shasums-uploaded'], Object.keys(links), relationships.platforms.data],
    [true, ['shasums-download', 'shasums-sig-download'], [{ id: platform.id, type: 'registry-provider-platforms' }]],
  );
  assert.is((await bench.request(`DELETE //api/registry/private/v2/gpg-keys/acme/${key.keyId}`)).status, 409);
});
test('a file of several megabytes comes back as it was uploaded', async ({ bench }) => {
  const bytes = createZip({ 'terraform-provider-crane_v1.0.0': Buffer.alloc(3 * 1024 * 1024 + 7, 'crane') });
  await addKey(bench);
  await addProvider(bench);
  await addVersion(bench);
  const platform = await addPlatform(bench, { shasum: createHash('sha256').update(bytes).digest('hex') });
  const upload = platform.body.data.links['provider-binary-upload'];
  assert.is(await put(bench, upload, bytes), 200);
  assert.is((await bench.service.fetch(new Request(upload))).status, 404, 'what writes does not read');
  const told = await bench.request(`GET ${crane}/versions/1.0.0/platforms/linux/amd64`);
  const read = Buffer.from(await (await bench.service.fetch(new Request(told.body.data.links['provider-binary-download']))).arrayBuffer());
  assert.is(read.equals(bytes), true);
});
test('a version needs a key of its organization, and a platform a checksum', async ({ bench }) => {
  await addProvider(bench);
  assert.equal(errors(await addVersion(bench)), [
    422,
    ['/data/attributes/key-id', 'expected the key ID of a GPG key of the organization "acme"'],
  ]);
  await addKey(bench);
  assert.equal(errors(await addVersion(bench, 'latest')), [422, ['/data/attributes/version', 'expected a version such as 1.2.0']]);
  await addVersion(bench);
  assert.equal(errors(await addVersion(bench)), [422, ['/data/attributes/version', 'the version 1.0.0 has already been taken']]);
  assert.equal(errors(await addPlatform(bench, { shasum: 'abc', os: 'Linux!' })), [
    422,
    ['/data/attributes/os', 'expected a name such as linux or amd64'],
    ['/data/attributes/shasum', 'expected a SHA-256 of 64 hexadecimal digits'],
  ]);
});
test('a member without rights installs and publishes nothing, and sees no address of an upload', async ({ bench }) => {
  await addKey(bench);
  await addProvider(bench);
  await addVersion(bench);
  await addMember(bench, { name: 'max' });
  const max = bench.as('max-token');
  assert.equal((await max(`GET ${crane}/versions/1.0.0`)).body.data.links, {});
  assert.is((await max(`DELETE ${crane}`)).status, 404);
  assert.is((await max('GET //api/registry/v1/providers/acme/crane/versions')).status, 200);
});

test.run();
