/** What becomes a part of a path, an address or a header is one plain segment: every such name of both services, in every spelling. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSigningKey } from '../registry/openpgp.ts';
import { startCiService, type CiTestService } from '../ci/support.ts';
import { document } from '../documents.ts';

const hostile = [
  '../../x',
  '..',
  '.',
  '/etc/passwd',
  'a/b',
  'a\\b',
  'a"b',
  'a\r\nx: y',
  'a\nb',
  'a\0b',
  'a\u001b[2Jb',
  'a%2f..%2fb',
  'a?b#c',
  ' a',
  '\u202ea',
  'a'.repeat(300),
] as const;

/** Sends a create with this name. */
type Create = (bench: CiTestService, name: string) => Promise<{ readonly status: number; readonly body: any }>;
const workspaces =
  (row: string, build: (name: string) => unknown): Create =>
  ({ request }, name) =>
    request(`POST ${row}`, build(name));
const modules = '/organizations/acme/registry-modules';
const crane = '/organizations/acme/registry-providers/private/acme/crane/versions';
const sum = 'a'.repeat(64);

/** Names that stand in paths of routes, of files that clients write, or in headers. */
const names: { readonly [name: string]: Create } = {
  'an organization': workspaces('/organizations', (name) => document('organizations', { name, email: 'a@b.example' })),
  'a workspace': workspaces('/organizations/acme/workspaces', (name) => document('workspaces', { name })),
  'a module': workspaces(modules, (name) => document('registry-modules', { name, provider: 'aws', 'registry-name': 'private' })),
  'the provider of a module': workspaces(modules, (provider) =>
    document('registry-modules', { name: 'm', provider, 'registry-name': 'private' }),
  ),
  'the version of a module': workspaces(`${modules}/private/acme/box/aws/versions`, (version) =>
    document('registry-module-versions', { version }),
  ),
  'a provider': workspaces('/organizations/acme/registry-providers', (name) =>
    document('registry-providers', { name, namespace: 'acme', 'registry-name': 'private' }),
  ),
  'the version of a provider': workspaces(crane, (version) =>
    document('registry-provider-versions', { version, 'key-id': 'KEY', protocols: ['6.0'] }),
  ),
  'the system of a platform': workspaces(`${crane}/1.0.0/platforms`, (os) =>
    document('registry-provider-platforms', { os, arch: 'amd64', shasum: sum, filename: 'a.zip' }),
  ),
  'the architecture of a platform': workspaces(`${crane}/1.0.0/platforms`, (arch) =>
    document('registry-provider-platforms', { os: 'linux', arch, shasum: sum, filename: 'a.zip' }),
  ),
  'the package of a platform': workspaces(`${crane}/1.0.0/platforms`, (filename) =>
    document('registry-provider-platforms', { os: 'linux', arch: 'amd64', shasum: sum, filename }),
  ),
  'a policy': workspaces('/organizations/acme/policies', (name) => document('policies', { name })),
  'a policy set': workspaces('/organizations/acme/policy-sets', (name) => document('policy-sets', { name })),
  'a class of runners': ({ ci }, name) => ci('POST //api/v3/runner/resource', { resource_class: `acme/${name}`, description: '' }),
  'a variable of a context': async ({ ci, context }, name) =>
    ci(`PUT /context/${await context(`c${Math.abs(hash(name))}`)}/environment-variable/${encodeURIComponent(name)}`, { value: 'v' }),
  'a variable of a project': ({ ci }, name) => ci('POST /project/gh/acme/web/envvar', { name, value: 'v' }),
};

/** A number for a text, for names that must differ. */
const hash = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) | 0, 7);

const law = suite<{ bench: CiTestService }>('names in paths and headers');
law.before(async (context) => {
  const bench = await startCiService();
  const { request } = bench;
  const key = createSigningKey();
  await request('POST //api/registry/private/v2/gpg-keys', document('gpg-keys', { namespace: 'acme', 'ascii-armor': key.asciiArmor }));
  await request(`POST ${modules}`, document('registry-modules', { name: 'box', provider: 'aws', 'registry-name': 'private' }));
  const provider = { name: 'crane', namespace: 'acme', 'registry-name': 'private' };
  await request('POST /organizations/acme/registry-providers', document('registry-providers', provider));
  const release = { version: '1.0.0', 'key-id': key.keyId, protocols: ['6.0'] };
  await request(`POST ${crane}`, document('registry-provider-versions', release));
  await bench.project('web', 'gh/acme');
  context.bench = bench;
});
law.after(async ({ bench }) => bench.close());

law('are refused unless they are one plain segment', async ({ bench }) => {
  const taken: string[] = [];
  for (const [what, create] of Object.entries(names))
    for (const name of hostile) {
      const { status } = await create(bench, name);
      // Variables are names of the environment, however long.
      if (what.startsWith('a variable') && name.length === 300) continue;
      if (status < 400 || status >= 500) taken.push(`${what}: ${JSON.stringify(name.slice(0, 20))} ${status}`);
    }
  assert.equal(taken, []);
});

law.run();
