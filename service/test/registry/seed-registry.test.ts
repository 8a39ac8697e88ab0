import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applySeed, parseSeed } from '../../src/seed/index.ts';
import { routes } from '../../src/workspaces/index.ts';
import { createTestService, type TestService } from '../support.ts';
import { createSigningKey } from './openpgp.ts';
import { serviceListeners } from '../../src/service.ts';

const test = suite<{ bench: TestService }>('registries of a seed file');
const key = createSigningKey();
const checksum = 'ab'.repeat(32);

/** JSON is YAML: the key has lines of its own. */
const content = JSON.stringify({
  users: [{ name: 'ann', token: 'ann-token' }],
  organizations: [
    {
      name: 'port',
      owners: ['ann'],
      agent_pools: [{ id: 'apool-north', name: 'north', tokens: [{ id: 'at-north', value: 'north-token', description: 'crane' }] }],
      gpg_keys: [{ id: 'gpgkey-release', ascii_armor: key.asciiArmor, created_at: '2025-01-01T00:00:00Z' }],
      registry_providers: [
        {
          id: 'prov-crane',
          name: 'crane',
          created_at: '2025-01-02T00:00:00Z',
          versions: [
            {
              id: 'provver-one',
              version: '1.0.0',
              key_id: key.keyId,
              platforms: [{ id: 'provpltfrm-linux', os: 'linux', arch: 'amd64', shasum: checksum, filename: 'crane.zip' }],
            },
          ],
        },
      ],
      registry_modules: [
        {
          id: 'mod-quay',
          name: 'quay',
          provider: 'sea',
          versions: [{ version: '1.2.0' }, { version: '1.3.0' }],
          no_code: { id: 'nocode-quay', version_pin: '1.2.0' },
        },
      ],
    },
  ],
});

test.before(async (context) => {
  context.bench = await createTestService();
  await context.bench.store.clear();
});
test.after(({ bench }) => bench.close());

test('providers with their keys and packages, modules without code, tokens of agents', async ({ bench: { store, clock, request } }) => {
  await applySeed(store, parseSeed('seed.json', content), { clock, settings: {}, listeners: serviceListeners, routes });
  const read = async (path: string) => (await request(`GET ${path}`, undefined, { token: 'ann-token' })).body.data;
  const provider = await read('/organizations/port/registry-providers/private/port/crane');
  assert.equal([provider.id, provider.attributes['created-at']], ['prov-crane', '2025-01-02T00:00:00.000Z']);
  const version = await read('/organizations/port/registry-providers/private/port/crane/versions/1.0.0');
  assert.equal([version.id, version.attributes['key-id'], version.attributes.protocols], ['provver-one', key.keyId, ['6.0']]);
  const platform = await read('/organizations/port/registry-providers/private/port/crane/versions/1.0.0/platforms/linux/amd64');
  assert.equal([platform.id, platform.attributes.shasum], ['provpltfrm-linux', checksum]);
  const [gpgKey] = await read('//api/registry/private/v2/gpg-keys?filter[namespace]=port');
  assert.equal([gpgKey.id, gpgKey.attributes['created-at']], ['gpgkey-release', '2025-01-01T00:00:00.000Z']);
  const { attributes } = await read('/no-code-modules/nocode-quay');
  assert.equal([attributes.enabled, attributes['version-pin']], [true, '1.2.0']);
  const [token] = await read('/agent-pools/apool-north/authentication-tokens');
  assert.equal([token.id, token.attributes.description, token.attributes.token], ['at-north', 'crane', null]);
});

test.run();
