import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveReattach } from '../../protocol/reattach.ts';
import { providerMethods } from '../../protocol/provider-methods.ts';
import { stateStoreRpcs } from '../../protocol/rpc/state-stores/index.ts';
import { stateStoreProcedures } from '../../protocol/rpc/state-stores/procedures.ts';
import { protocolClient } from './client.ts';
import { makeProvider } from './fixtures/provider.ts';
import { root } from './support/oracle.ts';
import { temporaryFolder } from './support/plugin.ts';

const test = suite('protocol 6.11, by its descriptor');
const methods = root.lookupService('tfplugin6.Provider').methodsArray;
const find = providerMethods(makeProvider, { perConnection: true });

test('the descriptor has 36 procedures', () => {
  assert.is(methods.length, 36);
});

for (const { name, requestStream, responseStream } of methods) {
  const [requests, answers] = [requestStream ? 'many requests' : 'one request', responseStream ? 'many answers' : 'one answer'];
  test(`${name} takes ${requests} and gives ${answers}`, async () => {
    const method = await find(`/tfplugin6.Provider/${name}`);
    assert.equal(
      Object.keys(method ?? {}).filter((key) => key !== 'largest'),
      [requestStream ? 'collect' : responseStream ? 'stream' : 'unary'],
    );
  });
}

test('the names of the calls of state stores, which are loaded late, are those of their procedures', () => {
  assert.equal(
    stateStoreRpcs.map(({ name }) => name),
    stateStoreProcedures,
  );
});

test('a procedure of no protocol that this side knows is UNIMPLEMENTED, and the message names it', async () => {
  const folder = temporaryFolder();
  process.env['PLUGIN_UNIX_SOCKET_DIR'] = folder.path;
  const served = await serveReattach(makeProvider, { source: 'terraform.local/test/fixture' });
  const client = protocolClient(`unix:${served.address.at}`);
  const error = await client.raw('/tfplugin6.Provider/MigrateState', Buffer.alloc(0)).then(
    () => null,
    (one) => [one.code, one.details],
  );
  assert.equal(error, [12, 'there is no method /tfplugin6.Provider/MigrateState']);
  client.close();
  await served.close();
  folder.remove();
});

test.run();
