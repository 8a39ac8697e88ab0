import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseListenAddress } from '../../src/mcp/listen-address.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { startMcpSource } from './start-mcp-source.ts';
import { connectSink } from './sink.ts';

const test = suite('mesh-config listening for sinks');
const words = (text: string): string => {
  try {
    return JSON.stringify(parseListenAddress(text));
  } catch (error) {
    return (error as Error).message;
  }
};
const failure = (listen: string): Promise<string> =>
  startMcpSource({ listen }).then(
    async (there) => {
      await there.stop();
      return 'it listens';
    },
    (error: Error) => error.message,
  );

test('addresses are of TCP, with its name or without, or of a socket', () => {
  assert.equal(['tcp://0.0.0.0:9901', '127.0.0.1:0', ':9901', 'tcp4://localhost:1', '[::1]:9901', 'unix:///run/s', 'unix://s'].map(words), [
    '{"kind":"tcp","target":"0.0.0.0:9901"}',
    '{"kind":"tcp","target":"127.0.0.1:0"}',
    '{"kind":"tcp","target":"0.0.0.0:9901"}',
    '{"kind":"tcp","target":"localhost:1"}',
    '{"kind":"tcp","target":"[::1]:9901"}',
    '{"kind":"unix","path":"/run/s"}',
    '{"kind":"unix","path":"s"}',
  ]);
});
test('what cannot be listened at is said in one sentence', () => {
  assert.equal(
    ['foo://x', 'udp://127.0.0.1:1', 'localhost', 'tcp://', 'tcp://[::1]', '127.0.0.1:70000', '127.0.0.1:http', '1:2:3', 'unix://'].map(
      words,
    ),
    [
      'unable to listen: listen foo: unknown network foo',
      'unable to listen: listen udp: unknown network udp',
      'unable to listen: listen tcp: address localhost: missing port in address',
      'unable to listen: listen tcp: address : missing port in address',
      'unable to listen: listen tcp: address [::1]: missing port in address',
      'unable to listen: listen tcp: address 70000: invalid port',
      'unable to listen: listen tcp: address http: invalid port',
      'unable to listen: listen tcp: address 1:2:3: missing port in address',
      'unable to listen: listen unix: address unix://: missing path in address',
    ],
  );
});
test('a port that another has', async () => {
  const other = createServer();
  await new Promise<void>((done) => {
    other.listen(0, '127.0.0.1', done);
  });
  const { port } = other.address() as AddressInfo;
  assert.is(await failure(`tcp://127.0.0.1:${port}`), `unable to listen: listen tcp 127.0.0.1:${port}: bind: address already in use`);
  other.close();
});
test('an address that is not of this machine', async () => {
  assert.is(await failure('tcp://192.0.2.1:9901'), 'unable to listen: listen tcp 192.0.2.1:9901: bind: cannot assign requested address');
});
test('a socket is accessible to its owner only, carries streams, and is deleted at the end', async () => {
  const path = join(temporaryFolder(), 's');
  const there = await startMcpSource({ listen: `unix://${path}` });
  assert.is(statSync(path).mode & 0o777, 0o600);
  const one = connectSink(`unix:${path}`);
  there.publish(1, 'default/front');
  one.sendRequest({ collection: 'test/gateways' });
  assert.is((await one.next()).system_version_info, 'test/gateways/1');
  one.close();
  await there.stop();
  assert.is(existsSync(path), false);
});
test('a socket in a missing folder, and one with too long a path', async () => {
  const folder = temporaryFolder();
  const [missing, long] = [join(folder, 'no', 's'), join(folder, 'x'.repeat(120))];
  assert.is(await failure(`unix://${missing}`), `unable to listen: listen unix ${missing}: bind: no such file or directory`);
  assert.is(await failure(`unix://${long}`), `unable to listen: listen unix ${long}: bind: invalid argument`);
});
test('the socket of a killed server is taken over', async () => {
  const path = join(temporaryFolder(), 's');
  spawnSync(process.execPath, [
    '-e',
    `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`,
  ]);
  assert.is(statSync(path).isSocket(), true);
  const there = await startMcpSource({ listen: `unix://${path}` });
  const one = connectSink(`unix:${path}`);
  assert.equal((await one.header).get('config.source.version'), ['1.2.3']);
  one.close();
  await there.stop();
});
test('a socket that another server serves is left to it', async () => {
  const path = join(temporaryFolder(), 's');
  const there = await startMcpSource({ listen: `unix://${path}` });
  assert.is(await failure(`unix://${path}`), `unable to listen: listen unix ${path}: bind: address already in use`);
  const one = connectSink(`unix:${path}`);
  await one.header;
  one.close();
  await there.stop();
});
test('a file or a folder in the place of the socket is left as it is', async () => {
  const folder = temporaryFolder();
  const [file, inner] = [join(folder, 'file'), join(folder, 'folder')];
  writeFileSync(file, 'mine');
  mkdirSync(inner);
  for (const path of [file, inner])
    assert.is(await failure(`unix://${path}`), `unable to listen: listen unix ${path}: bind: address already in use`);
  assert.is(statSync(file).size, 4);
});
const asUser = process.getuid?.() === 0 ? skipWithReason(test, 'this is run by root, whom no permission keeps out') : test;
asUser('a folder that cannot be written to', async () => {
  assert.is(await failure('unix:///sys/s'), 'unable to listen: listen unix /sys/s: bind: permission denied');
});
test.run();
