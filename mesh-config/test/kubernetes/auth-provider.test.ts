import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAuthProvider } from '../../src/kubernetes-client/auth-provider.ts';
import { openConnection } from '../../src/kubernetes-client/connection.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createTemporaryCertificate } from '../support/temporary-certificate.ts';
import { createApiServer } from './api-server/api-server.ts';
import { openClient, writeKubeconfig } from './test-source.ts';

const test = suite('mesh-config auth providers and proxies');
const running: Server[] = [];
test.after.each(() => {
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
const listen = async (server: Server): Promise<string> => {
  running.push(server);
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const idToken = (name: string, seconds: number): string =>
  ['{}', JSON.stringify({ sub: name, exp: Math.floor(Date.now() / 1000) + seconds })]
    .map((part) => Buffer.from(part).toString('base64url'))
    .concat('signature')
    .join('.');

test('oidc: an ID token is used while it is valid, then refreshed with the newest refresh token', async () => {
  const bodies: string[] = [];
  const answers = [idToken('second', -1), idToken('third', 60)];
  const issuer = await listen(
    createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/.well-known/openid-configuration') {
        response.end(JSON.stringify({ token_endpoint: `http://${request.headers.host}/token` }));
        return;
      }
      request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
      request.on('end', () => response.end(JSON.stringify({ id_token: answers[bodies.length - 1], refresh_token: `r${bodies.length}` })));
    }),
  );
  const config = { 'id-token': idToken('first', 60), 'refresh-token': 'r0', 'client-id': 'kube', 'idp-issuer-url': `${issuer}/` };
  const valid = createAuthProvider({ authProvider: { name: 'oidc', config } })!;
  assert.is(await valid(), config['id-token']);
  assert.equal(bodies, []);
  const over = createAuthProvider({
    authProvider: { name: 'oidc', config: { ...config, 'id-token': idToken('first', -1), 'client-secret': 's' } },
  })!;
  assert.equal([await over(), await over(), await over()], [answers[0], answers[1], answers[1]]);
  assert.equal(bodies, [
    'grant_type=refresh_token&refresh_token=r0&client_id=kube&client_secret=s',
    'grant_type=refresh_token&refresh_token=r1&client_id=kube&client_secret=s',
  ]);
  const alone = createAuthProvider({ authProvider: { name: 'oidc', config: { 'id-token': idToken('first', -1) } } })!;
  assert.is(await alone(), undefined);
});
test('gcp and azure: a token is used until it expires, then a command prints the next', async () => {
  const document = JSON.stringify({ credential: { access_token: 'next', token_expiry: '2999-01-01T00:00:00Z' } });
  const script = `${temporaryFolder({ 'print.cjs': `console.log(${JSON.stringify(document)})` })}/print.cjs`;
  const command = {
    'cmd-path': process.execPath,
    'cmd-args': script,
    'token-key': '{.credential.access_token}',
    'expiry-key': '{.credential.token_expiry}',
  };
  const tokenOf = (name: string, config: Readonly<Record<string, string>>) => createAuthProvider({ authProvider: { name, config } })!();
  assert.is(await tokenOf('gcp', { ...command, 'access-token': 'kept' }), 'kept');
  assert.is(await tokenOf('gcp', { ...command, 'access-token': 'kept', expiry: '2001-01-01T00:00:00Z' }), 'next');
  assert.is(await tokenOf('azure', { ...command, 'access-token': 'kept', 'expires-on': '1' }), 'next');
  assert.is(await tokenOf('azure', { ...command, 'access-token': 'kept', 'expires-on': '32503680000' }), 'kept');
  assert.is(createAuthProvider({ authProvider: { name: 'openstack', config: {} } }), undefined);
});
test('a provider that gives no token is reported by its name, without what it was given', async () => {
  const user = { 'auth-provider': { name: 'gcp', config: { 'cmd-path': '/nowhere/gcloud', 'cmd-args': 'SECRET', 'token-key': '{.a}' } } };
  const connection = await openConnection({ kubeconfig: writeKubeconfig('http://127.0.0.1:1', user), environment: {} });
  const message = await connection.requestOptions().then(
    () => 'options',
    (error: Error) => error.message,
  );
  assert.match(
    message,
    /^(the credentials of the auth-provider "gcp" cannot be had|\/nowhere\/gcloud cannot be read: no such file or directory)$/,
  );
});
test('a proxy is asked for a tunnel to the cluster, whose certificate is still verified', async () => {
  const certificate = createTemporaryCertificate();
  const api = createApiServer({ tls: { certificate: certificate.pem, key: certificate.key }, token: 'abc' });
  await api.start();
  const tunnels: string[] = [];
  const sockets: Duplex[] = [];
  const proxy = createServer();
  proxy.on('connect', ({ url }, socket) => {
    tunnels.push(url!);
    const [host, port] = url!.split(':');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    for (const end of [socket, target]) end.on('error', () => end.destroy());
    sockets.push(socket, target);
  });
  const url = await listen(proxy);
  try {
    const bundle = { 'certificate-authority-data': Buffer.from(certificate.pem).toString('base64'), 'proxy-url': url };
    const client = await openClient(writeKubeconfig(api.url(), { token: 'abc' }, bundle));
    const { kind } = (await client.request({ path: '/api/v1/pods' })) as { readonly kind: string };
    assert.is(kind, 'PodList');
    assert.equal(tunnels, [new URL(api.url()).host]);
  } finally {
    for (const socket of sockets) socket.destroy();
    await api.kill();
  }
});

test.run();
