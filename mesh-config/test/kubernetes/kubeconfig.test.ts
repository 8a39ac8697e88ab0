import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openConnection } from '../../src/kubernetes-client/connection.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { writeKubeconfig } from './test-source.ts';

const test = suite('mesh-config kubeconfig');
const sentence = async (path: string): Promise<string> =>
  openConnection({ kubeconfig: path, environment: {} }).then(
    () => 'it was taken',
    (error: Error) => error.message,
  );
const of = async (text: string): Promise<string> => {
  const folder = temporaryFolder({ config: text });
  return (await sentence(join(folder, 'config'))).replace(`${folder}/`, '');
};
const whole = {
  'current-context': 'x',
  contexts: [{ name: 'x', context: { cluster: 'here', user: 'me' } }],
  clusters: [{ name: 'here', cluster: { server: 'https://10.0.0.1' } }],
  users: [{ name: 'me', user: { token: 'SECRET' } }],
};
const with_ = (more: object): Promise<string> => of(JSON.stringify({ ...whole, ...more }));

test('a whole one is taken', async () => {
  assert.is(await with_({}), 'it was taken');
});
test('one that is not there, a folder, or not YAML is reported with its path, without what is in it', async () => {
  const folder = temporaryFolder();
  assert.is(
    await sentence(join(folder, 'missing')),
    `invalid configuration: the kubeconfig ${join(folder, 'missing')} cannot be read: no such file or directory`,
  );
  assert.is(await sentence(folder), `invalid configuration: the kubeconfig ${folder} cannot be read: is a directory`);
  for (const broken of [
    'users: [ {token: SECRET',
    'users: SECRET: x',
    '',
    '- SECRET\n- {',
    'clusters: [{cluster: {server: SECRET}}]',
    '\0SECRET',
  ]) {
    assert.is(
      await of(broken),
      'invalid configuration: the kubeconfig config cannot be read: expected YAML with clusters, users and contexts',
      broken,
    );
  }
});
test('one without a current context says nothing', async () => {
  const words = 'invalid configuration: no configuration has been provided: the kubeconfig config has no current-context';
  for (const text of ['{}', '7', 'SECRET', '[]', JSON.stringify({ ...whole, 'current-context': '' })])
    assert.is(await of(text), words, text);
});
test('a name that leads nowhere is reported, and what names it', async () => {
  assert.is(
    await with_({ 'current-context': 'y' }),
    'invalid configuration: the kubeconfig config has no context "y", which its current-context names',
  );
  assert.is(
    await with_({ clusters: [] }),
    'invalid configuration: the kubeconfig config has no cluster "here", which its context "x" names',
  );
  assert.is(await with_({ users: null }), 'invalid configuration: the kubeconfig config has no user "me", which its context "x" names');
});
test('the server is a URL of http or https', async () => {
  for (const server of ['not a url', 'ftp://10.0.0.1', 'localhost:6443', '']) {
    const path = writeKubeconfig(server);
    assert.match(
      await sentence(path),
      server === ''
        ? /^invalid configuration: the kubeconfig \S+ cannot be read: expected YAML with clusters, users and contexts$/
        : /^invalid configuration: the server of the cluster "here" in \S+ is no URL of http or https$/,
      server,
    );
  }
});
test('a kubeconfig without a user makes anonymous requests', async () => {
  const path = join(temporaryFolder(), 'config');
  writeFileSync(path, JSON.stringify({ ...whole, contexts: [{ name: 'x', context: { cluster: 'here' } }] }));
  const { headers } = await (await openConnection({ kubeconfig: path, environment: {} })).requestOptions();
  assert.equal(headers, {});
});
const real = spawnSync('kubectl', ['version', '--client']).status === 0 ? test : skipWithReason(test, 'no kubectl on PATH');

real('what kubectl writes is read as kubectl means it: a user with a plugin, and the namespace of the context', async () => {
  const folder = temporaryFolder({ credential: '{"status":{"token":"of-a-plugin"}}' }),
    path = join(folder, 'config');
  const kubectl = (...words: readonly string[]): void => {
    const { status, stderr } = spawnSync('kubectl', ['config', '--kubeconfig', path, ...words], { encoding: 'utf8' });
    assert.is(status, 0, stderr);
  };
  kubectl('set-cluster', 'near', '--server=https://10.0.0.1:6443', '--insecure-skip-tls-verify=true', '--tls-server-name=api');
  const plugin = ['--exec-api-version=client.authentication.k8s.io/v1', '--exec-command=cat', `--exec-arg=${join(folder, 'credential')}`];
  kubectl('set-credentials', 'me', ...plugin);
  kubectl('set-context', 'work', '--cluster=near', '--user=me', '--namespace=edge');
  kubectl('use-context', 'work');
  const connection = await openConnection({ kubeconfig: path, environment: {} });
  const { headers, rejectUnauthorized, servername } = await connection.requestOptions();
  assert.equal([connection.server.href, connection.namespace()], ['https://10.0.0.1:6443/', 'edge']);
  assert.equal([headers, rejectUnauthorized, servername], [{ Authorization: 'Bearer of-a-plugin' }, false, 'api']);
  kubectl('set-context', 'work', '--namespace=');
  assert.is((await openConnection({ kubeconfig: path, environment: {} })).namespace(), undefined);
});
test.run();
