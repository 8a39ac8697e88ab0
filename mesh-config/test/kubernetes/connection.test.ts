import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createKubernetesClient } from '../../src/kubernetes-client/client.ts';
import { openConnection } from '../../src/kubernetes-client/connection.ts';
import { KubernetesError } from '../../src/kubernetes-client/kubernetes-error.ts';
import { createTemporaryCertificate } from '../support/temporary-certificate.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { type ApiServer, type ApiServerOptions, createApiServer } from './api-server/api-server.ts';
import { openClient, writeKubeconfig } from './test-source.ts';

const running: ApiServer[] = [];
const test = suite('mesh-config connection to a cluster');
test.after.each(async () => {
  for (const api of running.splice(0)) await api.kill();
});

const [server, client, stranger] = [createTemporaryCertificate(), createTemporaryCertificate(), createTemporaryCertificate()];
const begun = async (parts: ApiServerOptions = {}): Promise<ApiServer> => {
  const api = createApiServer(parts);
  running.push(api);
  await api.start();
  return api;
};
const tls = { certificate: server.pem, key: server.key };
const data = (text: string): string => Buffer.from(text).toString('base64');
const failure = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('it worked');
    },
    (error: Error) => error,
  );
const pods = async (path: string): Promise<unknown> => (await openClient(path)).request({ path: '/api/v1/pods' });
const empty = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '100' }, items: [] };

test('without a kubeconfig and outside of a cluster there is no configuration', async () => {
  const words = 'invalid configuration: no configuration has been provided';
  assert.is((await failure(openConnection({ kubeconfig: '', environment: {} }))).message, words);
  assert.is((await failure(openConnection({ kubeconfig: '', environment: { KUBERNETES_SERVICE_HOST: '10.0.0.1' } }))).message, words);
  assert.is(
    (
      await failure(
        openConnection({
          kubeconfig: '',
          environment: { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' },
          root: temporaryFolder(),
        }),
      )
    ).message,
    words,
  );
});
test('a token is sent over TLS to a server that the bundle vouches for', async () => {
  const api = await begun({ tls, token: 'abc' });
  const bundle = { 'certificate-authority-data': data(server.pem) };
  assert.equal(await pods(writeKubeconfig(api.url(), { token: 'abc' }, bundle)), empty);
  const denied = (await failure(pods(writeKubeconfig(api.url(), { token: 'wrong' }, bundle)))) as KubernetesError;
  assert.equal(
    [denied.status, denied.reason, denied.message],
    [401, 'Unauthorized', `GET ${api.url()}/api/v1/pods: 401 Unauthorized: Unauthorized`],
  );
});
test('nothing is sent to a server with an untrusted certificate, unless the kubeconfig says so', async () => {
  const api = await begun({ tls, token: 'abc' });
  const refused = (await failure(
    pods(writeKubeconfig(api.url(), { token: 'abc' }, { 'certificate-authority-data': data(stranger.pem) })),
  )) as KubernetesError;
  assert.equal(
    [refused.status, refused.reason, refused.message, api.requests.length],
    [
      0,
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      `GET ${api.url()}/api/v1/pods: the certificate of the server is not trusted: self-signed certificate`,
      0,
    ],
  );
  assert.equal(await pods(writeKubeconfig(api.url(), { token: 'abc' }, { 'insecure-skip-tls-verify': true })), empty);
});
test('a certificate of a client is believed in place of a token; files are named from where the kubeconfig lies', async () => {
  const api = await begun({ tls: { ...tls, clients: client.pem } });
  const bundle = { 'certificate-authority-data': data(server.pem) };
  assert.equal(
    await pods(writeKubeconfig(api.url(), { 'client-certificate-data': data(client.pem), 'client-key-data': data(client.key) }, bundle)),
    empty,
  );
  assert.is(
    (
      (await failure(
        pods(writeKubeconfig(api.url(), { 'client-certificate-data': data(stranger.pem), 'client-key-data': data(stranger.key) }, bundle)),
      )) as KubernetesError
    ).status,
    401,
  );
  const path = writeKubeconfig(
    api.url(),
    { 'client-certificate': 'me.pem', 'client-key': 'me.key' },
    { 'certificate-authority': 'ca.pem' },
  );
  for (const [name, text] of [
    ['me.pem', client.pem],
    ['me.key', client.key],
    ['ca.pem', server.pem],
  ] as const)
    writeFileSync(join(path, '..', name), text);
  assert.equal(await pods(path), empty);
});
/** The root of a pod's file system, with these files of its service account. */
const createPodRoot = (files: Readonly<Record<string, string>>): string => {
  const root = temporaryFolder();
  const mounted = join(root, 'var/run/secrets/kubernetes.io/serviceaccount');
  mkdirSync(mounted, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(mounted, name), text);
  return root;
};
test('a pod comes with the token and the bundle that its cluster mounted', async () => {
  const api = await begun({ tls, token: 'of-a-pod' });
  const root = createPodRoot({ token: 'of-a-pod', 'ca.crt': server.pem, namespace: 'edge\n' });
  const made = await openConnection({
    kubeconfig: '',
    root,
    environment: process.env['KUBERNETES_SERVICE_HOST'] ? {} : environmentOf(api),
  });
  assert.equal(await createKubernetesClient(made, { userAgent: 'test/1' }).request({ path: '/api/v1/pods' }), empty);
  assert.is(made.namespace(), 'edge');
});
test('in a pod whose environment names no port, the API server has that of HTTPS', async () => {
  const made = await openConnection({
    kubeconfig: '',
    root: createPodRoot({ token: 'a' }),
    environment: { KUBERNETES_SERVICE_HOST: 'fd00::1' },
  });
  assert.equal([made.server.href, made.namespace()], ['https://[fd00::1]/', undefined]);
});
test('a server, a token file and authorities that are given take the place of those of the pod, each by itself', async () => {
  const api = await begun({ tls, token: 'given' });
  const given = join(temporaryFolder({ token: 'given\n', 'ca.pem': server.pem }));
  const [tokenFile, authorityFile] = [join(given, 'token'), join(given, 'ca.pem')];
  const root = createPodRoot({ token: 'of-a-pod', 'ca.crt': stranger.pem, namespace: 'edge' });
  const answered = async (parts: object, at = root): Promise<unknown> => {
    const made = await openConnection({ kubeconfig: '', environment: {}, root: at, server: `${api.url()}/`, ...parts });
    return createKubernetesClient(made, { userAgent: 'test/1' })
      .request({ path: '/api/v1/pods' })
      .then(
        () => `let in, ${made.namespace()}`,
        ({ status, reason }: KubernetesError) => `${status} ${reason}`,
      );
  };
  assert.is(await answered({ tokenFile, authorityFile }), 'let in, edge');
  assert.is(await answered({ tokenFile, authorityFile }, temporaryFolder()), 'let in, undefined');
  assert.is(await answered({ authorityFile }), '401 Unauthorized');
  assert.is(await answered({ tokenFile }), '0 DEPTH_ZERO_SELF_SIGNED_CERT');
  assert.is(
    (await failure(openConnection({ kubeconfig: '', environment: {}, server: 'ftp://10.0.0.1' }))).message,
    'invalid configuration: the address of the API server is no URL of http or https',
  );
});
test("a path in the server's URL precedes every other path", async () => {
  const api = await begun();
  const missing = (await failure(pods(writeKubeconfig(`${api.url()}/k8s/clusters/c-1/`)))) as KubernetesError;
  assert.equal([missing.status, api.requests.map(({ url }) => url)], [404, ['/k8s/clusters/c-1/api/v1/pods']]);
});
test('a server that cannot be reached, and one that asks clients to back off', async () => {
  const api = await begun();
  api.failRequest = () => ({ code: 429, reason: 'TooManyRequests', message: 'slow down', retryAfter: 7 });
  const path = writeKubeconfig(api.url());
  const busy = (await failure(pods(path))) as KubernetesError;
  assert.equal([busy.status, busy.reason, busy.retryAfter], [429, 'TooManyRequests', 7000]);
  await api.kill();
  const away = (await failure(pods(path))) as KubernetesError;
  assert.equal([away instanceof KubernetesError, away.status, away.reason], [true, 0, 'ECONNREFUSED']);
  assert.match(away.message, /^GET http:\/\/localhost:\d+\/api\/v1\/pods: connect ECONNREFUSED /);
});

/** What a pod of the cluster has in its environment. */
const environmentOf = (api: ApiServer): NodeJS.ProcessEnv => {
  const { hostname, port } = new URL(api.url());
  return { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
};
test.run();
