import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService } from '../../service/src/start.ts';
import { protocolClient, value } from '../../src/test/protocol/client.ts';
import { engineCertificate } from '../../src/test/protocol/support/certificate.ts';
import { cookie, startPlugin } from '../../src/test/protocol/support/plugin.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('the state store of the built plugin');
const dist = join(import.meta.dirname.replace(/[\\/]dist[\\/].*|[\\/]test[\\/]build.*/, ''), 'dist');
const token = 'user-token-0123456789';
const type_name = 'slipway_workspace';

test('a process of the plugin, with mutual TLS, keeps a state in a workspace', async () => {
  const service = await openService({ store: 'memory', organization: 'acme', token, test: true });
  const engine = engineCertificate();
  const plugin = startPlugin(process.execPath, [join(dist, 'provider', 'provider.cjs')], {
    TF_PLUGIN_MAGIC_COOKIE: cookie,
    PLUGIN_PROTOCOL_VERSIONS: '5,6',
    PLUGIN_CLIENT_CERT: engine.certificate,
    PLUGIN_UNIX_SOCKET_DIR: temporaryFolder(),
    SLIPWAY_CODE_CACHE: 'off',
    SLIPWAY_WORKSPACES_ADDRESS: service.address,
    SLIPWAY_WORKSPACES_TOKEN: token,
    SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
  });
  const [, , , at, , der] = (await plugin.line).split('|');
  const client = protocolClient(`unix:${at}`, { der: Buffer.from(der!, 'base64'), engine });
  try {
    assert.equal((await client.call('GetMetadata')).state_stores, [{ type_name }]);
    const { state_store_schemas } = await client.call('GetProviderSchema');
    assert.equal(
      state_store_schemas[type_name].block.attributes.map(({ name }: { name: string }) => name),
      ['organization', 'prefix', 'project_id', 'tags'],
    );
    await client.call('ConfigureProvider', { config: value({ workspaces: null, ci: null, secret_fingerprints: null }) });
    const config = value({ organization: null, prefix: 'net-', project_id: null, tags: null });
    assert.equal(await client.call('ConfigureStateStore', { type_name, config, capabilities: { chunk_size: 8_388_608 } }), {
      diagnostics: [],
      capabilities: { chunk_size: 8_388_608 },
    });
    const { lock_id, diagnostics } = await client.call('LockState', { type_name, state_id: 'prod', operation: 'OperationTypeApply' });
    assert.equal(diagnostics, []);
    const bytes = Buffer.from('{"version":4,"serial":1,"lineage":"l","outputs":{},"resources":[]}\n');
    const meta = { type_name, state_id: 'prod' };
    const chunk = { meta, bytes, total_length: bytes.length, range: { start: 0, end: bytes.length - 1 } };
    assert.equal(await client.collect('WriteStateBytes', [chunk]), { diagnostics: [] });
    const [read] = await client.all('ReadStateBytes', meta);
    assert.is(read.bytes.toString(), bytes.toString());
    assert.equal(await client.call('UnlockState', { ...meta, lock_id }), { diagnostics: [] });
    // An error of the service, whose classes are in another file of the plugin.
    const wrong = value({ organization: 'nobody', prefix: 'net-', project_id: null, tags: null });
    await client.call('ConfigureStateStore', { type_name, config: wrong });
    const refused = await client.call('LockState', meta);
    assert.match(refused.diagnostics[0].summary, 'Could not lock the state "prod": The workspace service answered 404');
  } finally {
    client.close();
    plugin.child.kill('SIGKILL');
    await service.close();
  }
  assert.is(plugin.stderr(), '');
});

test.run();
