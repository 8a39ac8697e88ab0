// watchdog: 60 s
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTemporaryCertificate } from '../support/temporary-certificate.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { type ApiServer, type ApiServerOptions, createApiServer } from './api-server/api-server.ts';
import { openClient, writeKubeconfig } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';

const running: ApiServer[] = [];
const test = suite('mesh-config credentials');
test.after.each(async () => {
  for (const api of running.splice(0)) await api.kill();
});
const certificate = createTemporaryCertificate(),
  client = createTemporaryCertificate();
const bundle = { 'certificate-authority-data': Buffer.from(certificate.pem).toString('base64') };
const begun = async (parts: ApiServerOptions): Promise<ApiServer> => {
  const api = createApiServer({ tls: { certificate: certificate.pem, key: certificate.key }, ...parts });
  running.push(api);
  await api.start();
  return api;
};
const asked = async (path: string): Promise<string> => said(await openClient(path));
const said = async (of: Awaited<ReturnType<typeof openClient>>): Promise<string> =>
  of.request({ path: '/api/v1/pods' }).then(
    () => 'let in',
    (error: Error) => error.message,
  );
const plugin = (script: string, more: object = {}) => ({
  exec: { apiVersion: 'client.authentication.k8s.io/v1', command: process.execPath, args: ['-e', script], ...more },
});
const credential = (status: object): string =>
  `console.log(${JSON.stringify(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status }))});`;

test('a token file that is replaced holds from the next request on; its last line may end; while it is away that is reported', async () => {
  const api = await begun({ token: 'first' });
  const path = writeKubeconfig(api.url(), { tokenFile: 'token', token: 'old' }, bundle),
    file = join(dirname(path), 'token');
  writeFileSync(file, 'first\n');
  const one = await openClient(path);
  assert.is(await said(one), 'let in');
  api.token = 'second';
  assert.is(await said(one), `GET ${api.url()}/api/v1/pods: 401 Unauthorized: Unauthorized`);
  writeFileSync(`${file}.next`, 'second');
  renameSync(`${file}.next`, file);
  assert.is(await said(one), 'let in');
  rmSync(file);
  assert.is(await said(one), `GET ${api.url()}/api/v1/pods: the token file ${file} cannot be read: no such file or directory`);
  writeFileSync(file, 'second');
  assert.is(await said(one), 'let in');
});
test('a token in the kubeconfig that is replaced is read when the old one is refused, unless it names another cluster now', async () => {
  const api = await begun({ token: 'first' });
  const path = writeKubeconfig(api.url(), { token: 'first' }, bundle);
  const one = await openClient(path);
  assert.is(await said(one), 'let in');
  writeFileSync(path, readFileSync(writeKubeconfig(api.url(), { token: 'second' }, bundle)));
  assert.is(await said(one), 'let in');
  api.token = 'second';
  assert.is(await said(one), `GET ${api.url()}/api/v1/pods: 401 Unauthorized: Unauthorized`);
  let now = '';
  const follow = async (): Promise<void> => {
    while (now !== 'let in') now = await said(one);
  };
  await follow();
  const other = await begun({ token: 'second' });
  const stays = writeKubeconfig(api.url(), { token: 'wrong' }, bundle),
    two = await openClient(stays);
  writeFileSync(stays, readFileSync(writeKubeconfig(other.url(), { token: 'second' }, bundle)));
  for (let time = 0; time < 5; time += 1) assert.match(await said(two), /401/);
});
test('a certificate or key that cannot be read is reported with its file, one that is none without what is in it', async () => {
  const api = await begun({ tls: { certificate: certificate.pem, key: certificate.key, clients: client.pem } });
  const path = writeKubeconfig(api.url(), { 'client-certificate': 'me.pem', 'client-key': 'me.key' }, bundle);
  writeFileSync(join(dirname(path), 'me.pem'), client.pem);
  assert.is(await asked(path), `GET ${api.url()}/api/v1/pods: ${join(dirname(path), 'me.key')} cannot be read: no such file or directory`);
  writeFileSync(join(dirname(path), 'me.key'), 'SECRET');
  const words = await asked(path);
  assert.ok(words.startsWith(`GET ${api.url()}/api/v1/pods: `) && words.length > api.url().length + 20 && !words.includes('SECRET'), words);
});
test(
  'a plugin gives a token, or a certificate with its key; it is run where the kubeconfig says, and knows what it ' + 'is asked for',
  async () => {
    const api = await begun({ token: 'of-a-plugin', tls: { certificate: certificate.pem, key: certificate.key, clients: client.pem } });
    assert.is(await asked(writeKubeconfig(api.url(), plugin(credential({ token: 'of-a-plugin' })), bundle)), 'let in');
    assert.is(
      await asked(writeKubeconfig(api.url(), plugin(credential({ clientCertificateData: client.pem, clientKeyData: client.key })), bundle)),
      'let in',
    );
    const path = writeKubeconfig(
      api.url(),
      { exec: { apiVersion: 'client.authentication.k8s.io/v1beta1', command: './plugin', env: [{ name: 'GIVEN', value: 'of-a' }] } },
      bundle,
    );
    writeFileSync(
      join(dirname(path), 'plugin'),
      `#!/bin/sh\nprintf '%s' "$KUBERNETES_EXEC_INFO" > '${dirname(path)}/asked'\necho '{"status":{"token":"'$GIVEN'-plugin"}}'\n`,
    );
    chmodSync(join(dirname(path), 'plugin'), 0o755);
    assert.is(await asked(path), 'let in');
    assert.equal(JSON.parse(readFileSync(join(dirname(path), 'asked'), 'utf8')), {
      apiVersion: 'client.authentication.k8s.io/v1beta1',
      kind: 'ExecCredential',
      spec: { interactive: false },
    });
  },
);
test('a plugin runs once for all who wait for it, again when what it gave is over or was refused', async () => {
  const api = await begun({ token: 'a' });
  const folder = temporaryFolder({ '.keep': '' }),
    runs = (): number => (existsSync(join(folder, 'runs')) ? readFileSync(join(folder, 'runs'), 'utf8').length : 0);
  const noting = `require('fs').appendFileSync(${JSON.stringify(join(folder, 'runs'))}, 'x');`;
  const one = await openClient(
    writeKubeconfig(api.url(), plugin(noting + credential({ token: 'a', expirationTimestamp: '2099-01-01T00:00:00Z' })), bundle),
  );
  assert.equal(await Promise.all([said(one), said(one), said(one)]), ['let in', 'let in', 'let in']);
  assert.equal([await said(one), runs()], ['let in', 1]);
  api.token = 'b';
  assert.match(await said(one), /401/);
  await waitUntil(() => runs() === 1);
  while (runs() === 1) assert.match(await said(one), /401/);
  const over = await openClient(
      writeKubeconfig(api.url(), plugin(noting + credential({ token: 'b', expirationTimestamp: '2001-01-01T00:00:00Z' })), bundle),
    ),
    before = runs();
  assert.equal([await said(over), await said(over), runs() - before], ['let in', 'let in', 2]);
});
test('a plugin that fails is reported in a sentence, without what it has said', async () => {
  const api = await begun({ token: 'a' });
  const failing = async (script: string, more: object = {}): Promise<string> =>
    (await asked(writeKubeconfig(api.url(), plugin(script, more), bundle)))
      .replace(`GET ${api.url()}/api/v1/pods: `, '')
      .replaceAll(process.execPath, 'node');
  assert.is(
    await failing('console.error("SECRET"); console.log("SECRET"); process.exit(3)'),
    'the plugin "node" gives no credentials: it ended with 3; run it by hand to see why',
  );
  assert.is(await failing('process.kill(process.pid, "SIGTERM")'), 'the plugin "node" gives no credentials: it was ended by SIGTERM');
  assert.is(
    await failing('', { command: './no-such-plugin' }),
    'the plugin "./no-such-plugin" gives no credentials: no such file or directory',
  );
  for (const output of [
    'console.log("SECRET")',
    '',
    'console.log("null")',
    credential({ token: 7 }),
    credential({ clientCertificateData: 'SECRET' }),
  ]) {
    assert.is(
      await failing(output),
      'the plugin "node" gives no credentials: expected an ExecCredential with a token, or a certificate and its key, in its status',
      output,
    );
  }
  assert.equal(api.requests, []);
});
test.run();
