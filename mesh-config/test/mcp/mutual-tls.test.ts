import type { ServiceError } from '@grpc/grpc-js';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createReloadingCredentials } from '../../src/mcp/reloading-credentials.ts';
import { watchAccessList } from '../../src/mcp/watched-access-list.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { createRecordingScope } from './start-mcp-source.ts';
import { missingOpenssl } from './certificates.ts';
import { describeOutcome, dialSource, type MutualTls, other, pilot, startMutualTls, stopMutualTls } from './start-mutual-tls.ts';

const test = suite<MutualTls>('mesh-config mutual TLS');
const real = missingOpenssl === '' ? test : skipWithReason(test, missingOpenssl);
test.before.each(startMutualTls);
test.after.each(stopMutualTls);

real('who shows a certificate of the authorities is served', async (world) => {
  assert.is(await describeOutcome(dialSource(world, pilot)), 'served');
});
real('who shows none, or one of another authority, or trusts another, is not', async (world) => {
  for (const one of [
    dialSource(world, undefined),
    dialSource(world, other!.issue('pilot', ['URI:spiffe://cluster.local/ns/mesh/sa/pilot'])),
    dialSource(world, pilot, other),
  ])
    assert.match(await describeOutcome(one), /^14 /);
});
const start = (files: { readonly certificate: string; readonly key: string; readonly authorities: string }): Promise<string> =>
  createReloadingCredentials(files, createRecordingScope()).then(
    () => 'it starts',
    (error: ServiceError) => error.message,
  );
real('what cannot be used at the start is said in a sentence', async ({ folder }) => {
  const files = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem'), authorities: join(folder, 'root.pem') };
  assert.is(await start({ ...files, certificate: '/nowhere/cert.pem' }), 'open /nowhere/cert.pem: no such file or directory');
  assert.is(await start({ ...files, key: files.certificate }), `${files.certificate}: expected a private key in PEM`);
  assert.is(await start({ ...files, authorities: files.key }), `${files.key}: expected x509 certificates in PEM`);
  assert.is(
    await watchAccessList('/nowhere/list.yaml', createRecordingScope()).then(
      () => '',
      ({ message }: Error) => message,
    ),
    'open /nowhere: no such file or directory',
  );
});
test.run();
