import { existsSync, readdirSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { protocolClient } from './client.ts';
import { engineCertificate } from './support/certificate.ts';
import { bundleFixture, cookie, startPlugin, type PluginProcess, temporaryFolder } from './support/plugin.ts';

const test = suite('plugin process');
const folder = temporaryFolder();
const bundle = await bundleFixture(folder.path);
const engine = engineCertificate();
const started: PluginProcess[] = [];

const environment = {
  TF_PLUGIN_MAGIC_COOKIE: cookie,
  PLUGIN_PROTOCOL_VERSIONS: '5,6',
  PLUGIN_CLIENT_CERT: engine.certificate,
  PLUGIN_UNIX_SOCKET_DIR: folder.path,
};
const plugin = (more: Record<string, string> = {}): PluginProcess => {
  const one = startPlugin(process.execPath, [bundle], { ...environment, ...more });
  started.push(one);
  return one;
};
/** A client of a running plugin, as an engine would be one. */
const clientOf = async (one: PluginProcess) => {
  const [, , network, at, , der] = (await one.line).split('|');
  return protocolClient(network === 'unix' ? `unix:${at}` : at!, { der: Buffer.from(der!, 'base64'), engine });
};

test.after(() => {
  for (const { child } of started) child.kill('SIGKILL');
  folder.remove();
});

test('started by hand says what it is, in one sentence, and exits with 1', async () => {
  const one = startPlugin(process.execPath, [bundle], {});
  assert.is(await one.ended, 1);
  assert.is(one.stdout(), '');
  assert.is(
    one.stderr(),
    'This program is a provider plugin (version 1.0.0) for Terraform and OpenTofu: it is ' +
      'started by them and does nothing when run by hand.\n',
  );
});

test('refuses an engine that speaks only protocol 5', async () => {
  const one = startPlugin(process.execPath, [bundle], { ...environment, PLUGIN_PROTOCOL_VERSIONS: '5' });
  assert.is(await one.ended, 1);
  assert.is(
    one.stderr(),
    'This provider speaks plugin protocol 6 and the engine only 5: Terraform 1.0 or OpenTofu 1.6 or newer is needed.\n',
  );
});

test('answers with one line, serves the engine with mutual TLS, and ends when it is told to, its socket with it', async () => {
  const one = plugin();
  const line = await one.line;
  assert.match(line, /^1\|6\|unix\|.*\/slipway-[0-9a-f]{16}\.sock\|grpc\|[A-Za-z0-9+/]+$/);
  const socket = line.split('|')[3]!;
  assert.ok(existsSync(socket));
  const client = await clientOf(one);
  assert.is((await client.raw('/grpc.health.v1.Health/Check', Buffer.from('0a06706c7567696e', 'hex'))).toString('hex'), '0801');
  assert.equal((await client.call('GetMetadata')).resources, [{ type_name: 'fixture_note' }]);
  await client.raw('/plugin.GRPCController/Shutdown', Buffer.alloc(0));
  assert.is(await one.ended, 0);
  client.close();
  assert.not.ok(existsSync(socket));
  assert.is(one.stdout(), `${line}\n`);
  assert.is(one.stderr(), '');
});

test('refuses a client with another certificate, one with none, and one without TLS', async () => {
  const one = plugin();
  const [, , , at, , certificate] = (await one.line).split('|');
  const der = Buffer.from(certificate!, 'base64');
  for (const secure of [{ der, engine: engineCertificate() }, { der, engine: undefined }, undefined]) {
    const stranger = protocolClient(`unix:${at}`, secure);
    assert.is(
      (
        await stranger.call('GetMetadata', {}, { deadline: 3000 }).then(
          () => undefined,
          (error) => error,
        )
      )?.code,
      14,
    );
    stranger.close();
  }
  const client = await clientOf(one);
  assert.ok(await client.call('GetMetadata'));
  client.close();
});

test('serves TCP on loopback when asked to, within the ports it was given', async () => {
  const one = plugin({ SLIPWAY_PLUGIN_NETWORK: 'tcp', PLUGIN_MIN_PORT: '28300', PLUGIN_MAX_PORT: '28999' });
  const line = await one.line;
  assert.match(line, /^1\|6\|tcp\|127\.0\.0\.1:28[3-9]\d\d\|grpc\|/);
  const client = await clientOf(one);
  assert.ok(await client.call('GetMetadata'));
  client.close();
  const next = plugin({ SLIPWAY_PLUGIN_NETWORK: 'tcp', PLUGIN_MIN_PORT: line.split(/[:|]/)[4]!, PLUGIN_MAX_PORT: '28999' });
  assert.match(await next.line, /^1\|6\|tcp\|127\.0\.0\.1:28\d\d\d\|grpc\|/);
  assert.is.not((await next.line).split('|')[3], line.split('|')[3]);
});

test('serves plaintext only where no one else can connect', async () => {
  const { PLUGIN_CLIENT_CERT: _, ...bare } = environment;
  const refused = startPlugin(process.execPath, [bundle], { ...bare, SLIPWAY_PLUGIN_NETWORK: 'tcp' });
  assert.is(await refused.ended, 1);
  assert.is(refused.stdout(), 'This provider serves TCP only with mutual TLS, and the engine sent no certificate (PLUGIN_CLIENT_CERT).\n');
  const one = startPlugin(process.execPath, [bundle], bare);
  started.push(one);
  assert.match(await one.line, /^1\|6\|unix\|.*\|grpc\|$/);
  const client = protocolClient(`unix:${(await one.line).split('|')[3]}`);
  assert.ok(await client.call('GetMetadata'));
  client.close();
});

test('leaves Ctrl-C to the engine, and ends by itself once the engine is gone', async () => {
  const one = plugin();
  const client = await clientOf(one);
  await client.call('GetMetadata');
  one.child.kill('SIGINT');
  assert.ok(await client.call('GetMetadata'));
  client.close();
  assert.is(await one.ended, 0);
  assert.equal(
    readdirSync(folder.path).filter((name) => one.stdout().includes(name)),
    [],
  );
});

test('ends when its parent is gone, whatever connections and calls are open', async () => {
  const parent = `require('node:child_process').spawn(process.execPath, [process.argv[1]], { stdio: ['ignore', 'inherit', 'inherit'] });
    setInterval(() => {}, 1e6);`;
  const one = startPlugin(process.execPath, ['-e', parent, bundle], environment);
  started.push(one);
  const client = await clientOf(one);
  await client.call('GetMetadata');
  client.raw('/plugin.GRPCBroker/StartStream', Buffer.alloc(0)).catch(() => {});
  one.child.kill('SIGKILL');
  // The pipes close when the plugin, which inherited them, is gone as well.
  assert.is(await Promise.race([one.ended, sleep(15_000).then(() => 'still there')]), 'SIGKILL');
  client.close();
});

test('does not end while the engine is connected and silent, and lives through a second connection', async () => {
  const one = plugin();
  const first = await clientOf(one);
  await first.call('GetMetadata');
  const second = await clientOf(one);
  await second.call('GetMetadata');
  first.close();
  await sleep(2500);
  assert.ok(await second.call('GetMetadata'));
  second.close();
  assert.is(await one.ended, 0);
});

test('holds the streams open that go-plugin opens and never uses', async () => {
  const one = plugin();
  const client = await clientOf(one);
  for (const path of ['/plugin.GRPCStdio/StreamStdio', '/plugin.GRPCBroker/StartStream']) {
    const outcome = await Promise.race([
      client.raw(path, Buffer.alloc(0)).then(
        () => 'answered',
        ({ code }) => `code ${code}`,
      ),
      sleep(300).then(() => 'held'),
    ]);
    assert.is(outcome, 'held', path);
  }
  assert.ok(await client.call('GetMetadata'));
  client.close();
});

test('crashes like a Go plugin, without showing a secret', async () => {
  const one = plugin({ FIXTURE_SECRET: 'canary-secret-in-a-crash' });
  const client = await clientOf(one);
  const config = Buffer.from('82a86772656574696e67c0a5746f6b656eb8' + Buffer.from('canary-secret-in-a-crash').toString('hex'), 'hex');
  await client.call('ConfigureProvider', { terraform_version: '1.11.4', config: { msgpack: config } });
  await client.call('CallFunction', { name: 'crash' }).catch(() => {});
  assert.is(await one.ended, 2);
  client.close();
  assert.match(one.stderr(), /^panic: Error: over with \(sensitive value\)\n {4}at /);
});

test('ends on SIGTERM and takes its socket away', async () => {
  const one = plugin();
  const socket = (await one.line).split('|')[3]!;
  one.child.kill('SIGTERM');
  assert.is(await one.ended, 0);
  assert.not.ok(existsSync(socket));
});

test('survives a client that talks nonsense', async () => {
  const one = plugin({ SLIPWAY_PLUGIN_NETWORK: 'tcp' });
  const [host, port] = (await one.line).split('|')[3]!.split(':');
  const socket = connectTcp(Number(port), host);
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\n\r\n');
  await sleep(200);
  socket.destroy();
  const client = await clientOf(one);
  assert.ok(await client.call('GetMetadata'));
  client.close();
});

test.run();
