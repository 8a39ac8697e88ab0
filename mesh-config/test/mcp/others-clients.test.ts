import { credentials } from '@grpc/grpc-js';
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createReloadingCredentials } from '../../src/mcp/reloading-credentials.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { startMcpSource, createRecordingScope } from './start-mcp-source.ts';
import { createAuthority, missingOpenssl } from './certificates.ts';
import { connectClient, connectSink } from './sink.ts';

const test = suite('mesh-config clients of others');
const python = ['/usr/bin/python3', 'python3'].find((path) => spawnSync(path, ['-c', 'import grpc']).status === 0);
const withPython = python === undefined ? skipWithReason(test, 'there is no Python with grpcio') : test;
const withOpenssl = missingOpenssl === '' ? test : skipWithReason(test, missingOpenssl);

/** Runs the sink; its lines as they come, and all of them at its end. */
const pythonSink = (...args: readonly string[]) => {
  const child = spawn(python!, [join(import.meta.dirname, 'sink.py'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    next: async (): Promise<unknown> => {
      const { value, done } = await lines.next();
      return done ? 'the end' : JSON.parse(value);
    },
  };
};

withPython('a sink in Python is told of what there is and of what changes', async () => {
  const there = await startMcpSource();
  there.publish(1, 'default/front', 'default/back');
  const one = pythonSink(there.address, '3', 'test/gateways', 'test/services');
  assert.equal(await one.next(), { source: '1.2.3' });
  assert.equal(await one.next(), {
    version: 'test/gateways/1',
    collection: 'test/gateways',
    nonce: '1',
    names: ['default/back', 'default/front'],
    types: ['type.googleapis.com/google.protobuf.Struct'],
  });
  there.publish(2, 'default/front');
  assert.equal(await one.next(), {
    version: 'test/gateways/2',
    collection: 'test/gateways',
    nonce: '2',
    names: ['default/front'],
    types: ['type.googleapis.com/google.protobuf.Struct'],
  });
  there.publish(3);
  assert.equal(await one.next(), { version: 'test/gateways/3', collection: 'test/gateways', nonce: '3', names: [], types: [] });
  assert.is(await one.next(), 'the end');
  await there.stop();
});
withPython('a sink in Python is told why its stream ends', async () => {
  const there = await startMcpSource();
  const one = pythonSink(there.address, '1', 'test/nothing');
  await one.next();
  assert.equal(await one.next(), { code: 3, details: 'unsupported collection "test/nothing"' });
  await there.stop();
});
withPython('a sink in Python comes by a socket, too', async () => {
  const path = join(temporaryFolder(), 's');
  const there = await startMcpSource({ listen: `unix://${path}` });
  assert.equal(await pythonSink(`unix:${path}`, '1', 'test/gateways').next(), { source: '1.2.3' });
  await there.stop();
});
withOpenssl('openssl sees the certificate, the protocol, and that one of its own is asked for', async () => {
  const root = createAuthority('root');
  const folder = temporaryFolder();
  const [server, client] = [root.issue('server', ['DNS:localhost', 'IP:127.0.0.1']), root.issue('client', ['DNS:client'])];
  for (const [name, bytes] of [
    ['cert', server.certificate],
    ['key', server.key],
    ['root', root.certificate],
    ['client', client.certificate],
    ['client-key', client.key],
  ] as const)
    writeFileSync(join(folder, name), bytes);
  const { credentials: made } = await createReloadingCredentials(
    { certificate: join(folder, 'cert'), key: join(folder, 'key'), authorities: join(folder, 'root') },
    createRecordingScope(),
  );
  const there = await startMcpSource({ credentials: made });
  // The event loop must not be blocked, because it is the other side.
  const openssl = (...more: readonly string[]): Promise<string> =>
    new Promise((done) => {
      const child = spawn(
        'openssl',
        ['s_client', '-connect', there.address, '-alpn', 'h2', '-CAfile', join(folder, 'root'), '-verify_ip', '127.0.0.1', ...more],
        { stdio: ['pipe', 'pipe', 'pipe'] },
      );
      let said = '';
      for (const out of [child.stdout, child.stderr])
        out.on('data', (text: Buffer) => {
          said += text.toString();
        });
      child.on('close', () => {
        done(said);
      });
      setTimeout(() => {
        child.stdin.end();
      }, 300);
    });
  const said = await openssl('-cert', join(folder, 'client'), '-key', join(folder, 'client-key'));
  for (const part of [
    'subject=CN = server',
    'issuer=CN = root',
    'ALPN protocol: h2',
    'Acceptable client certificate CA names\nCN = root',
    'Verify return code: 0 (ok)',
  ])
    assert.ok(said.includes(part), `${part} is not in ${said}`);
  assert.match(await openssl(), /alert certificate required|alert number 116/);
  const one = connectSink(connectClient(there.address, credentials.createSsl(root.certificate, client.key, client.certificate)));
  await one.header;
  one.close();
  await there.stop();
});
test.run();
