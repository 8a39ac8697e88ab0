import { createHash } from 'node:crypto';
import { createSigningKey } from '../../../registry/openpgp.ts';
import { createZip } from '../../../registry/zip.ts';
import { writeTar } from '../../../../src/workspaces/runs/plan-exports/write-tar.ts';
import { type AcceptedRequest, type AcceptedRequests, pathOf, type World } from './accepted-request.ts';
import { document, one } from '../../../documents.ts';

const modules = '/organizations/acme/registry-modules';
const below = `${modules}/private/acme/<its name>/storage`;

/** A module without versions. */
const createModule = async ({ ask }: World, name: string) => {
  const made = document('registry-modules', { name, provider: 'storage', 'registry-name': 'private' });
  return { 'a module': (await ask(`POST ${modules}`, made)).data.id as string, 'its name': name };
};
/** With a version whose files are awaited at an address. */
const createVersion = async (world: World, name: string) => {
  const module = await createModule(world, name);
  const path = `POST ${modules}/private/acme/${name}/storage/versions`;
  const made = document('registry-module-versions', { version: '1.0.0' });
  // Who asks in the hosted dialect uploads files.
  const { links } = (await world.bench.request(path, made, { headers: { 'user-agent': 'go-tfe' } })).body.data;
  return { ...module, 'an address': pathOf(links.upload) };
};
const files = new Uint8Array(await writeTar([{ name: 'main.tf', text: 'variable "region" {\n  type = string\n}\n' }], new Date(0)));
const publishFiles = async (world: World, name: string) => {
  const version = await createVersion(world, name);
  await world.bench.request(`PUT ${version['an address']}`, files, { token: null });
  return version;
};
const enable = async (world: World, name: string) => {
  const version = await publishFiles(world, name);
  const made = document('no-code-modules', { enabled: true }, { 'registry-module': one('registry-module', version['a module']) });
  return { ...version, 'a no-code module': (await world.ask('POST /organizations/acme/no-code-modules', made)).data.id as string };
};
const deletion = (name: string, path: string): AcceptedRequest => ({ prepare: (world) => publishFiles(world, name), path });

const moduleRequests: AcceptedRequests = {
  'POST /registry-modules/{organization_name}/{name}/{provider}/versions': {
    prepare: (world) => createModule(world, 'versioned'),
    path: '/registry-modules/acme/<its name>/storage/versions',
    body: document('registry-module-versions', { version: '1.0.0' }),
  },
  'DELETE /organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}': deletion(
    'gone',
    `${modules}/private/acme/<its name>`,
  ),
  'DELETE /organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}': deletion(
    'gone-for-a-provider',
    below,
  ),
  'DELETE /organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}/{version}': deletion(
    'gone-in-a-version',
    `${below}/1.0.0`,
  ),
  'POST /registry-modules/actions/delete/{organization_name}/{name}': deletion(
    'gone-2',
    '/registry-modules/actions/delete/acme/<its name>',
  ),
  'POST /registry-modules/actions/delete/{organization_name}/{name}/{provider}': deletion(
    'gone-3',
    '/registry-modules/actions/delete/acme/<its name>/storage',
  ),
  'POST /registry-modules/actions/delete/{organization_name}/{name}/{provider}/{version}': deletion(
    'gone-4',
    '/registry-modules/actions/delete/acme/<its name>/storage/1.0.0',
  ),
  'GET /organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}/version': {
    path: `${modules}/private/acme/<name of registry-modules>/storage/version?module_version=<version>`,
  },
  'PATCH /organizations/{organization_name}/tests/registry-modules/{registry_name}/{namespace}/{name}/{provider}/vars/{variable_id}': {
    body: document('vars', { value: '5' }),
  },
  'PUT /registry-modules/{id}/versions/{version}/object/{secret}': {
    prepare: (world) => createVersion(world, 'uploaded'),
    path: '<an address>',
    body: files,
    token: null,
  },
  'GET /api/registry/v1/modules/{namespace}/{name}/{provider}/{version}/download': {
    prepare: (world) => publishFiles(world, 'downloaded'),
    path: '//api/registry/v1/modules/acme/<its name>/storage/1.0.0/download',
  },
  'GET /registry-modules/{id}/versions/{version}/object/{secret}': {
    prepare: async (world) => {
      await publishFiles(world, 'fetched');
      const told = await world.bench.request('GET //api/registry/v1/modules/acme/fetched/storage/1.0.0/download');
      return { 'an address': pathOf(told.headers.get('x-terraform-get')!) };
    },
    path: '<an address>',
    token: null,
  },
  'POST /organizations/{organization_name}/no-code-modules': {
    prepare: (world) => publishFiles(world, 'without-code'),
    body: document('no-code-modules', { enabled: true }, { 'registry-module': one('registry-module', '<a module>') }),
  },
  'DELETE /no-code-modules/{id}': { prepare: (world) => enable(world, 'with-code'), path: '/no-code-modules/<a no-code module>' },
  'POST /no-code-modules/{no_code_module_id}/workspaces/{id}/upgrade': { body: document('workspaces', {}) },
};

const bytes = createZip({ 'terraform-provider-a_v1.0.0': Buffer.from('a program') });
const providers = '/organizations/acme/registry-providers';
const createProvider = async ({ ask }: World, name: string) => {
  const key = createSigningKey();
  await ask('POST //api/registry/private/v2/gpg-keys', document('gpg-keys', { namespace: 'acme', 'ascii-armor': key.asciiArmor }));
  await ask(`POST ${providers}`, document('registry-providers', { name, namespace: 'acme', 'registry-name': 'private' }));
  const path = `${providers}/private/acme/${name}`;
  const release = document('registry-provider-versions', { version: '1.0.0', 'key-id': key.keyId, protocols: ['6.0'] });
  const version = (await ask(`POST ${path}/versions`, release)).data;
  const shasum = createHash('sha256').update(bytes).digest('hex');
  const platform = document('registry-provider-platforms', { os: 'linux', arch: 'amd64', shasum, filename: 'a.zip' });
  const { links } = (await ask(`POST ${path}/versions/1.0.0/platforms`, platform)).data;
  return { key, 'its name': name, sums: version.links, 'an address': pathOf(links['provider-binary-upload']), shasum };
};
const publishProvider = async (world: World, name: string) => {
  const provider = await createProvider(world, name);
  const sums = Buffer.from(`${provider.shasum}  a.zip\n`);
  const put = (address: string, body: Uint8Array) => world.bench.request(`PUT ${address}`, body, { token: null });
  await put(pathOf(provider.sums['shasums-upload']), sums);
  await put(pathOf(provider.sums['shasums-sig-upload']), provider.key.sign(sums));
  await put(provider['an address'], bytes);
  return { 'its name': name };
};
const downloadOf = (name: string): string => `//api/registry/v1/providers/acme/${name}/1.0.0/download/linux/amd64`;

const providerRequests: AcceptedRequests = {
  'POST /api/registry/private/v2/gpg-keys': {
    body: document('gpg-keys', { namespace: 'acme', 'ascii-armor': createSigningKey().asciiArmor }),
  },
  'PATCH /api/registry/private/v2/gpg-keys/{namespace}/{key_id}': { body: document('gpg-keys', { namespace: 'acme' }) },
  'DELETE /api/registry/private/v2/gpg-keys/{namespace}/{key_id}': {
    prepare: async ({ ask }) => {
      const key = createSigningKey();
      await ask('POST //api/registry/private/v2/gpg-keys', document('gpg-keys', { namespace: 'acme', 'ascii-armor': key.asciiArmor }));
      return { 'a key': key.keyId };
    },
    path: '//api/registry/private/v2/gpg-keys/acme/<a key>',
  },
  'PATCH /organizations/{organization_name}/registry-providers/{registry_name}/{namespace}/{name}': {
    body: document('registry-providers', {}),
  },
  'POST /organizations/{organization_name}/registry-providers/{registry_name}/{namespace}/{name}/versions': {
    body: document('registry-provider-versions', { version: '7.0.0', 'key-id': '<key_id>', protocols: ['6.0'] }),
  },
  'POST /organizations/{organization_name}/registry-providers/{registry_name}/{namespace}/{name}/versions/{version}/platforms': {
    body: document('registry-provider-platforms', { os: 'darwin', arch: 'arm64', shasum: 'b'.repeat(64), filename: 'b.zip' }),
  },
  'PUT /registry-provider-files/{owner}/{file}/{secret}': {
    prepare: async (world) => ({ 'an address': (await createProvider(world, 'awaited'))['an address'] }),
    path: '<an address>',
    body: bytes,
    token: null,
  },
  'GET /api/registry/v1/providers/{namespace}/{type}/{version}/download/{os}/{arch}': {
    prepare: (world) => publishProvider(world, 'published'),
    path: downloadOf('<its name>'),
  },
  'GET /registry-provider-files/{owner}/{file}/{secret}': {
    prepare: async (world) => {
      await publishProvider(world, 'fetched');
      return { 'an address': pathOf((await world.ask(`GET ${downloadOf('fetched')}`)).download_url) };
    },
    path: '<an address>',
    token: null,
  },
};

export const registry: AcceptedRequests = { ...moduleRequests, ...providerRequests };
