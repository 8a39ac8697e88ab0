/** How an agent asks its cluster: what it asks again and when, and what it takes for a refusal. */
// watchdog: 60 s
import { readFileSync, writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRunCluster } from '../../../cli/src/agent/kubernetes/run-cluster.ts';
import type { KubernetesError } from '../../../mesh-config/src/kubernetes-client/kubernetes-error.ts';
import { type ApiServer, createApiServer } from '../../../mesh-config/test/kubernetes/api-server/api-server.ts';
import { openClient, writeKubeconfig } from '../../../mesh-config/test/kubernetes/test-source.ts';
import { waitUntil } from '../../../mesh-config/test/support/wait-until.ts';

const running: ApiServer[] = [];
const test = suite('the cluster of an agent');
test.after.each(async () => {
  for (const api of running.splice(0)) await api.kill();
});
const pod = (name: string) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'ci' } });

/** An API server with the pod `there`, and an agent's view of its namespace `ci`. */
const start = async (token?: string) => {
  const api = createApiServer(token === undefined ? {} : { token });
  running.push(api);
  api.objects.put(pod('there'));
  await api.start();
  const kubeconfig = writeKubeconfig(api.url(), token === undefined ? {} : { token });
  const said: string[] = [];
  const client = await openClient(kubeconfig);
  const cluster = createRunCluster({ client, namespace: 'ci', interval: 10, say: (line) => said.push(line.replace(api.url(), 'API')) });
  const never = new AbortController().signal;
  const askFor = (name: string, signal = never): Promise<string> =>
    cluster.ask({ kind: 'pods', name }, signal).then(
      ({ metadata }) => `found ${metadata.name}`,
      ({ status, sentence }: KubernetesError) => `${status}: ${sentence}`,
    );
  return { api, kubeconfig, said, cluster, never, askFor, asked: () => api.requests.map(({ method, url }) => `${method} ${url}`) };
};
/** Answers the first requests with these failures, and then as it should. */
const failFirst = (api: ApiServer, ...codes: readonly number[]): void => {
  const left = [...codes];
  api.failRequest = () => {
    const code = left.shift();
    return code === undefined ? undefined : { code, reason: 'Why', message: `failure ${code}` };
  };
};

test('while it is busy it is asked again, and that is said once', async () => {
  const { api, askFor, said, asked } = await start();
  failFirst(api, 429, 500, 503);
  assert.is(await askFor('there'), 'found there');
  assert.is(asked().length, 4);
  assert.equal(said, [
    'the cluster is away or busy, and is asked again: GET API/api/v1/namespaces/ci/pods/there: 429 Why: failure 429',
    'the cluster answers again',
  ]);
});
test('while it is away it is asked again, until it is back', async () => {
  const { api, askFor, said } = await start();
  await api.kill();
  const found = askFor('there');
  await waitUntil(() => said.length === 1);
  assert.match(
    said[0]!,
    /^the cluster is away or busy, and is asked again: GET API\/api\/v1\/namespaces\/ci\/pods\/there: \S+ ECONNREFUSED /,
  );
  await api.start();
  assert.is(await found, 'found there');
  assert.equal(said.slice(1), ['the cluster answers again']);
});
test('it is left alone for as long as it asks to be', async () => {
  const { api, askFor } = await start();
  let isFirst = true;
  api.failRequest = () => {
    const failure = isFirst ? { code: 429, reason: 'TooManyRequests', message: 'later', retryAfter: 1 } : undefined;
    isFirst = false;
    return failure;
  };
  const began = performance.now();
  assert.is(await askFor('there'), 'found there');
  // Timers of Node may be a millisecond early.
  assert.ok(performance.now() - began >= 998);
});
test('a refusal is told at once, in the words of the cluster', async () => {
  const { api, askFor, said, asked } = await start();
  assert.is(await askFor('missing'), '404: pods "missing" not found');
  failFirst(api, 403);
  assert.is(await askFor('there'), '403: failure 403');
  assert.equal([asked().length, said], [2, []]);
});
test('a token that was replaced is read again after it was refused; one that is refused twice is a refusal', async () => {
  const { api, kubeconfig, askFor, asked } = await start('first');
  assert.is(await askFor('there'), 'found there');
  api.token = 'second';
  writeFileSync(kubeconfig, readFileSync(writeKubeconfig(api.url(), { token: 'second' })));
  assert.is(await askFor('there'), 'found there');
  failFirst(api, 401, 401);
  const before = asked().length;
  assert.is(await askFor('there'), '401: failure 401');
  assert.is(asked().length - before, 2);
});
test('who is told to stop stops asking, and says why there is no answer', async () => {
  const { api, askFor, said } = await start();
  api.failRequest = () => ({ code: 503, reason: 'Why', message: 'the storage is busy' });
  const stop = new AbortController();
  const found = askFor('there', stop.signal);
  await waitUntil(() => said.length === 1);
  stop.abort();
  assert.is(await found, '503: the storage is busy');
});
test('objects are created, found and deleted in its namespace alone', async () => {
  const { cluster, asked, api, never } = await start();
  await cluster.ask({ method: 'POST', kind: 'pods', body: pod('new') }, never);
  await cluster.ask({ kind: 'pods', query: { labelSelector: 'job-name=a' } }, never);
  await cluster.ask({ method: 'DELETE', kind: 'pods', name: 'new', query: { propagationPolicy: 'Background' } }, never);
  await cluster.ask({ kind: 'jobs', name: 'a' }, never).catch(() => undefined);
  assert.equal(asked(), [
    'POST /api/v1/namespaces/ci/pods',
    'GET /api/v1/namespaces/ci/pods?labelSelector=job-name%3Da',
    'DELETE /api/v1/namespaces/ci/pods/new?propagationPolicy=Background',
    'GET /apis/batch/v1/namespaces/ci/jobs/a',
  ]);
  assert.equal(JSON.parse(api.requests[0]!.body), pod('new'));
});
test.run();
