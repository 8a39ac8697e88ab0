import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from '../support.ts';

const test = suite<{ bench: TestService }>('the provider that the service brings');
test.before.each(async (context) => {
  context.bench = await createTestService();
});
test.after.each(async ({ bench }) => {
  await bench.close();
});

const base = '/api/registry/v1/providers/slipway/slipway';
const origin = 'http://slipway.test';
/** Without a token, as an engine asks a host that it has no credentials for. */
const get = ({ service }: TestService, path: string): Promise<Response> => service.fetch(new Request(`${origin}${base}${path}`));

test('its version is listed with the platforms whose engines can start it, without a token', async ({ bench }) => {
  const response = await get(bench, '/versions');
  assert.is(response.status, 200);
  assert.equal(await response.json(), {
    versions: [
      {
        version: '0.1.0',
        protocols: ['6.0'],
        platforms: [
          { os: 'linux', arch: 'amd64' },
          { os: 'linux', arch: 'arm64' },
          { os: 'darwin', arch: 'amd64' },
          { os: 'darwin', arch: 'arm64' },
        ],
      },
    ],
  });
});

test('a package has the checksum that is reported, and the list of checksums names it', async ({ bench }) => {
  const found = (await (await get(bench, '/0.1.0/download/linux/arm64')).json()) as any;
  assert.equal(
    [found.protocols, found.os, found.arch, found.filename],
    [['6.0'], 'linux', 'arm64', 'terraform-provider-slipway_0.1.0_linux_arm64.zip'],
  );
  const files = `${origin}${base}/0.1.0/files/terraform-provider-slipway_0.1.0`;
  assert.equal(
    [found.download_url, found.shasums_url, found.shasums_signature_url],
    [`${files}_linux_arm64.zip`, `${files}_SHA256SUMS`, `${files}_SHA256SUMS.sig`],
  );
  const read = async (url: string): Promise<Buffer> => Buffer.from(await (await bench.service.fetch(new Request(url))).arrayBuffer());
  const archive = await read(found.download_url);
  assert.is(createHash('sha256').update(archive).digest('hex'), found.shasum);
  assert.is(archive.subarray(0, 2).toString(), 'PK');
  const sums = (await read(found.shasums_url)).toString();
  assert.is(sums.split('\n').length, 5);
  assert.match(sums, `${found.shasum}  terraform-provider-slipway_0.1.0_linux_arm64.zip\n`);
  assert.is((await read(found.shasums_signature_url)).length > 64, true);
});

test('another version, platform or file is not there', async ({ bench }) => {
  for (const path of [
    '/0.2.0/download/linux/amd64',
    '/0.1.0/download/windows/amd64',
    '/0.1.0/files/package.json',
    '/0.2.0/files/SHA256SUMS',
  ])
    assert.is((await get(bench, path)).status, 404, path);
});

test('an organization of that name cannot put another provider in its place', async ({ bench }) => {
  const organization = { type: 'organizations', attributes: { name: 'slipway', email: 'a@example.com' } };
  assert.is((await bench.request('POST /organizations', { data: organization })).status, 201);
  const provider = { type: 'registry-providers', attributes: { name: 'slipway', namespace: 'slipway', 'registry-name': 'private' } };
  assert.is((await bench.request('POST /organizations/slipway/registry-providers', { data: provider })).status, 201);
  const listed = (await (await get(bench, '/versions')).json()) as any;
  assert.equal(
    listed.versions.map(({ version }: any) => version),
    ['0.1.0'],
  );
});

test.run();
