import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from '@slipway/test-support/free-port';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { remainingFiles, createProgramFolder, waitUntilServing, startProgram, waitUntil } from '../server/start-program.ts';
import { sendRequest, writeKeyPair, createReview } from './start-webhook.ts';

const test = suite('mesh-config validation: the program');

const flags = (port: number, pair: string, schemas: string): readonly string[] => [
  '--enable-validation',
  '--enable-reconcileWebhookConfiguration=false',
  `--validation-port=${port}`,
  `--validation.tls.clientCertificate=${join(pair, 'cert.pem')}`,
  `--validation.tls.privateKey=${join(pair, 'key.pem')}`,
  `--schemaPath=${schemas}`,
];

test('as it is built it compiles schemas in its thread, is ready when it answers, and leaves nothing', async () => {
  const schemas = temporaryFolder({
    'mesh.example.com/route_v1.yaml':
      'properties: {spec: {properties: {city: {deprecated: true, x-deprecation-message: Use `town`.}, town: {type: string}}}}\n',
  });
  const pair = temporaryFolder();
  writeKeyPair(pair, 'mesh-config');
  const [there, port] = [await createProgramFolder(), await freePort()];
  const running = await waitUntilServing(startProgram(there, ...flags(port, pair, schemas), '--readinessProbeInterval', '100ms'));
  const { text } = await sendRequest(
    port,
    '/validate',
    JSON.stringify(createReview({ apiVersion: 'mesh.example.com/v1', kind: 'Route', metadata: { name: 'x' }, spec: { city: 'a' } })),
    { 'content-type': 'application/json' },
  );
  assert.is(
    text,
    '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"u1","allowed":true,' +
      '"warnings":["spec.city is deprecated: Use `town`."]}}',
  );
  await waitUntil(() => existsSync(there.readiness));
  running.process.kill('SIGTERM');
  assert.is(await running.ended, 0);
  assert.equal(remainingFiles(there), []);
});
test('as it stops, its checks fail, which is no error', async () => {
  const pair = temporaryFolder();
  writeKeyPair(pair, 'mesh-config');
  const there = await createProgramFolder();
  const intervals = ['--readinessProbeInterval', '2ms', '--livenessProbeInterval', '2ms'];
  const running = await waitUntilServing(startProgram(there, ...flags(await freePort(), pair, ''), ...intervals));
  await waitUntil(() => existsSync(there.readiness));
  running.process.kill('SIGTERM');
  assert.is(await running.ended, 0);
  assert.equal(
    running
      .output()
      .split('\n')
      .filter((line) => /\t(warn|error|fatal)\t/.test(line)),
    [],
  );
});
test('without its certificate it does not start, and says why', async () => {
  const there = await createProgramFolder();
  const running = startProgram(there, ...flags(await freePort(), join(there.config, 'nothing'), ''));
  assert.is(await running.ended, 1);
  assert.ok(
    running
      .output()
      .includes(`\tfatal\tserver\tError creating server: open ${join(there.config, 'nothing', 'cert.pem')}: no such file or directory\n`),
    running.output(),
  );
  assert.equal(remainingFiles(there), []);
});
test('a port that another has is reported as such', async () => {
  const pair = temporaryFolder();
  writeKeyPair(pair, 'mesh-config');
  const there = await createProgramFolder();
  const other = createServer();
  await new Promise<void>((done) => {
    other.listen(0, () => {
      done();
    });
  });
  const { port } = other.address() as AddressInfo;
  const running = startProgram(there, ...flags(port, pair, ''));
  assert.is(await running.ended, 1);
  assert.ok(
    running
      .output()
      .includes(`Error creating server: unable to listen on validation port ${port}: listen tcp :${port}: bind: address already in use`),
    running.output(),
  );
  other.close();
});
test.run();
