import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openConnection } from '../../src/kubernetes-client/connection.ts';
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
test('one that is not there, a folder, or not YAML is told with its path, without what is in it', async () => {
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
test('a name that leads nowhere is told, and what names it', async () => {
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
test('who names no user comes as nobody', async () => {
  const path = join(temporaryFolder(), 'config');
  writeFileSync(path, JSON.stringify({ ...whole, contexts: [{ name: 'x', context: { cluster: 'here' } }] }));
  const { headers } = await (await openConnection({ kubeconfig: path, environment: {} })).requestOptions();
  assert.equal(headers, {});
});
test.run();
