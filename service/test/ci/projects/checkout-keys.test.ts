import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keyFingerprints, generateSshKeyPair } from '../../../src/ci/projects/key-pair.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { startCiService, type CiTestService, statusAndMessage, startTime } from '../support.ts';
import { readStoredRows } from '../../stores.ts';

const keys = suite<{ here: CiTestService }>('CI checkout keys');
keys.before.each(async (context) => {
  context.here = await startCiService();
  await context.here.project('web', 'gh/acme');
});
keys.after.each(async (context) => {
  await context.here.close();
});
const path = '/project/gh/acme/web/checkout-key';
const gone = (what: string) => `${what} was not found, or this token has no access to it`;

keys('POST makes a real key; it is found by either fingerprint and deleted', async ({ here: { ci, store } }) => {
  const made = await ci(`POST ${path}`, { type: 'deploy-key' });
  const { 'public-key': publicKey, fingerprint } = made.body;
  assert.match(publicKey, /^ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI[A-Za-z0-9+/]{43} slipway$/);
  assert.match(fingerprint, /^([0-9a-f]{2}:){15}[0-9a-f]{2}$/);
  assert.equal(
    [made.status, made.body],
    [201, { 'public-key': publicKey, type: 'deploy-key', fingerprint, preferred: true, 'created-at': startTime }],
  );
  const list = await ci(`GET ${path}`);
  assert.equal([list.status, list.body], [200, { items: [made.body], next_page_token: null }]);
  const { fingerprint: sha256, ...rest } = (await ci(`GET ${path}?digest=sha256`)).body.items[0];
  assert.match(sha256, /^SHA256:[A-Za-z0-9+/]{43}$/);
  assert.equal({ ...rest, fingerprint }, { ...made.body });
  assert.equal((await ci(`GET ${path}?digest=md5`)).body, list.body);
  for (const name of [fingerprint, encodeURIComponent(fingerprint), `MD5:${fingerprint}`, fingerprint.toUpperCase()])
    assert.equal((await ci(`GET ${path}/${name}`)).body, made.body, name);
  assert.equal((await ci(`GET ${path}/${encodeURIComponent(sha256)}`)).body, { ...made.body, fingerprint: sha256 });
  const record = (await store.read((view) => view.list<any>({ kind: 'ci-checkout-keys' }))).records[0]!;
  const pem = record.body.secret;
  assert.is(
    createPublicKey(createPrivateKey(pem)).export({ format: 'jwk' }).x,
    Buffer.from(publicKey.split(' ')[1], 'base64').subarray(-32).toString('base64url'),
    'its private half is kept',
  );
  assert.not.match(await readStoredRows(store), 'PRIVATE');
  assert.equal(statusAndMessage(await ci(`DELETE ${path}/${encodeURIComponent(sha256)}`)), [200, 'Checkout key deleted.']);
  for (const method of ['GET', 'DELETE'])
    assert.equal(statusAndMessage(await ci(`${method} ${path}/${fingerprint}`)), [404, gone(`the checkout key ${fingerprint}`)]);
});

keys('a fingerprint with a slash is found percent-encoded, beside a slug that is', async ({ here: { ci, store } }) => {
  const { fingerprint } = (await ci(`POST ${path}`, { type: 'deploy-key' })).body;
  await store.write(async (tx) => {
    const [key] = (await tx.list<any>({ kind: 'ci-checkout-keys' })).records;
    await tx.update(key!, { body: { ...key!.body, sha256: 'SHA256:a/b+c/d' } });
  });
  for (const slug of ['gh/acme/web', 'gh%2Facme%2Fweb', 'gh/acme%2fweb']) {
    const { body } = await ci(`GET /project/${slug}/checkout-key/SHA256:a%2Fb%2Bc%2Fd`);
    assert.is(body.fingerprint, 'SHA256:a/b+c/d', slug);
    assert.is((await ci(`GET /project/${slug}/checkout-key/${fingerprint}`)).status, 200);
  }
  assert.is((await ci('GET /project/gh/acme/web/checkout-key/SHA256:a/b+c/d')).status, 404);
});

keys('the newest is preferred', async ({ here: { ci } }) => {
  for (const type of ['deploy-key', 'user-key']) await ci(`POST ${path}`, { type });
  const preferred = async () => (await ci(`GET ${path}`)).body.items.map((one: any) => [one.type, one.preferred]);
  assert.equal(await preferred(), [
    ['deploy-key', false],
    ['user-key', true],
  ]);
  await ci(`DELETE ${path}/${(await ci(`GET ${path}`)).body.items[1].fingerprint}`);
  assert.equal(await preferred(), [['deploy-key', true]]);
});

keys("needs a user's token, and a project on a code host", async ({ here: { ci, project, giveRole } }) => {
  for (const type of ['user-key', 'deploy-key'])
    assert.equal(statusAndMessage(await ci(`POST ${path}`, { type }, { token: 'acme-token' })), [
      403,
      'a user token is required to create a checkout key, because the key acts as a user of the code host; ' +
        'this token belongs to a team or an organization',
    ]);
  assert.is((await ci(`POST ${path}`, { type: 'user-key' }, { token: 'mia-token' })).status, 403);
  await giveRole((await ci('GET /project/gh/acme/web')).body.id, 'admin');
  assert.is((await ci(`POST ${path}`, { type: 'user-key' }, { token: 'mia-token' })).status, 201);
  const { slug } = await project('own');
  assert.equal(statusAndMessage(await ci(`POST /project/${slug}/checkout-key`, { type: 'deploy-key' })), [
    400,
    'only projects of a code host have checkout keys; this project is native',
  ]);
  assert.is((await ci(`GET /project/${slug}/checkout-key`)).status, 200);
  assert.is((await ci(`GET ${path}`, undefined, { token: 'stranger-token' })).status, 404);
});

keys("the hosted profile names the host of a user's key", async ({ here: { ci, project } }) => {
  const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
  const { body } = await ci(`POST ${path}`, { type: 'user-key' }, hosted);
  assert.equal(body, {
    'public-key': body.public_key,
    public_key: body.public_key,
    type: 'github-user-key',
    fingerprint: body.fingerprint,
    preferred: true,
    'created-at': startTime,
    created_at: startTime,
  });
  await project('api', 'bb/acme');
  assert.is((await ci('POST /project/bb/acme/api/checkout-key', { type: 'user-key' }, hosted)).body.type, 'bitbucket-user-key');
  assert.is((await ci('POST /project/bb/acme/api/checkout-key', { type: 'deploy-key' }, hosted)).body.type, 'deploy-key');
});

keys('what does not fit is 400', async ({ here: { ci } }) => {
  assert.equal(statusAndMessage(await ci(`POST ${path}`, { type: 'github-user-key' })), [
    400,
    'type: expected user-key or deploy-key, got "github-user-key"',
  ]);
  assert.equal(statusAndMessage(await ci(`POST ${path}`, {})), [400, 'type: is required: expected user-key or deploy-key']);
  assert.equal(statusAndMessage(await ci(`GET ${path}?digest=sha1`)), [400, 'digest: expected md5 or sha256, got "sha1"']);
});

keys('fingerprints of a known key', () => {
  const blob = Buffer.from('AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl', 'base64');
  assert.equal(keyFingerprints(blob), {
    md5: '65:96:2d:fc:e8:d5:a9:11:64:0c:0f:ea:00:6e:5b:bd',
    sha256: 'SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU',
  });
});

const keygen = spawnSync('ssh-keygen', ['-V']).error === undefined;
(keygen ? keys : skipWithReason(keys, 'no ssh-keygen on PATH'))('ssh-keygen reads the same of ed25519 and RSA keys', async () => {
  for (const algorithm of ['ed25519', 'rsa'] as const) {
    const pair = await generateSshKeyPair(algorithm, 'slipway');
    const file = join(temporaryFolder({ 'key.pub': `${pair.publicKey}\n` }), 'key.pub');
    const told = (digest: string) =>
      spawnSync('ssh-keygen', ['-l', '-E', digest, '-f', file], { encoding: 'utf8' }).stdout.split(' ').slice(0, 3);
    const bits = algorithm === 'rsa' ? '3072' : '256';
    assert.equal(
      [told('md5'), told('sha256')],
      [
        [bits, `MD5:${pair.md5}`, 'slipway'],
        [bits, pair.sha256, 'slipway'],
      ],
      algorithm,
    );
  }
});

keys.run();
