import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createReloadingCredentials } from '../../src/mcp/reloading-credentials.ts';
import { watchAccessList } from '../../src/mcp/watched-access-list.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRecordingScope, waitUntil } from './start-mcp-source.ts';
import { missingOpenssl } from './certificates.ts';
import {
  describeOutcome,
  dialSource,
  type MutualTls,
  other,
  pilot,
  root,
  server,
  startMutualTls,
  stopMutualTls,
  writeAccessList,
  writeCertificate,
} from './start-mutual-tls.ts';

const test = suite<MutualTls>('mesh-config renewal of certificates');
const real = missingOpenssl === '' ? test : skipWithReason(test, missingOpenssl);
test.before.each(startMutualTls);
test.after.each(stopMutualTls);

real('certificate and authorities are renewed under load, and no stream is dropped', async (world) => {
  const old = Array.from({ length: 20 }, () => dialSource(world, pilot));
  for (const one of old) one.sendRequest({ collection: 'test/gateways' });
  let generation = 0;
  const push = async (): Promise<void> => {
    generation += 1;
    world.there.publish(generation, 'default/front');
    for (const one of old) {
      const { nonce } = await one.next();
      assert.is(nonce, String(generation));
      one.sendRequest({ collection: 'test/gateways', response_nonce: nonce });
    }
  };
  await push();
  writeCertificate(world.folder, other!.issue('server', ['DNS:localhost', 'IP:127.0.0.1']), [other!]);
  const fresh = other!.issue('fresh', ['DNS:fresh']);
  await waitUntil(async () => {
    await push();
    return (await describeOutcome(dialSource(world, fresh, other))) === 'served';
  });
  assert.match(await describeOutcome(dialSource(world, pilot, other)), /^14 /);
  await push();
  assert.is(old.filter((one) => one.call.destroyed).length, 0);
  assert.ok(world.log.lines.includes(`info the certificate in ${join(world.folder, 'cert.pem')} is used from now on`));
});
real('a key that is not of the certificate is told, and the pair before goes on', async (world) => {
  writeFileSync(join(world.folder, 'key.pem'), pilot!.key);
  const sentence =
    `error the certificate cannot be renewed, and the previous one stays in use: ${join(world.folder, 'key.pem')} ` +
    `is not the private key of ${join(world.folder, 'cert.pem')}`;
  await waitUntil(() => world.log.lines.includes(sentence));
  await world.tls.reload();
  assert.equal(
    world.log.lines.filter((line) => line.startsWith('error')),
    [sentence],
  );
  assert.is(await describeOutcome(dialSource(world, pilot)), 'served');
});
real('a certificate that TLS cannot use is told, and connections go on', async (world) => {
  // Its leaf is valid, but its issuer is not a CA.
  writeFileSync(
    join(world.folder, 'cert.pem'),
    `${server!.certificate.toString()}-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n`,
  );
  await waitUntil(() => world.log.lines.some((line) => line.startsWith('error')));
  assert.ok(
    world.log.lines.some((line) =>
      line.startsWith(
        'error the certificate cannot be renewed, and the previous one stays in use: ' +
          `${join(world.folder, 'cert.pem')}: TLS cannot use it: `,
      ),
    ),
    world.log.lines.join('\n'),
  );
  assert.is(await describeOutcome(dialSource(world, pilot)), 'served');
});
real('a mounted secret is renewed by its link', async (world) => {
  const mount = temporaryFolder();
  for (const version of ['..v1', '..v2']) {
    await import('node:fs').then(({ mkdirSync }) => {
      mkdirSync(join(mount, version));
    });
    writeCertificate(join(mount, version), version === '..v1' ? server! : root!.issue('second', ['DNS:localhost']), [root!]);
  }
  symlinkSync('..v1', join(mount, '..data'));
  for (const name of ['cert.pem', 'key.pem', 'root.pem']) symlinkSync(`..data/${name}`, join(mount, name));
  const renewed = await createReloadingCredentials(
    { certificate: join(mount, 'cert.pem'), key: join(mount, 'key.pem'), authorities: join(mount, 'root.pem') },
    world.log,
  );
  await renewed.component.start();
  symlinkSync('..v2', join(mount, '..new'));
  renameSync(join(mount, '..new'), join(mount, '..data'));
  rmSync(join(mount, '..v1'), { recursive: true });
  await waitUntil(() => world.log.lines.includes(`info the certificate in ${join(mount, 'cert.pem')} is used from now on`));
  assert.equal(
    world.log.lines.filter((line) => line.startsWith('error')),
    [],
  );
  await renewed.component.stop();
});
real('what was changed before the files were watched is seen, and what is as it was is not told', async ({ folder, log, tls }) => {
  await tls.reload();
  assert.equal(log.lines, []);
  const [access, fresh] = [
    await watchAccessList(join(folder, 'list.yaml'), createRecordingScope()),
    await createReloadingCredentials(
      { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem'), authorities: join(folder, 'root.pem') },
      log,
    ),
  ];
  await tls.component.stop();
  writeAccessList(folder, 'allowed: [a]\n');
  writeCertificate(folder, root!.issue('second', ['DNS:localhost']), [root!]);
  await access.component.start();
  await fresh.component.start();
  assert.equal([...access.current().ids], ['a']);
  assert.ok(log.lines.includes(`info the certificate in ${join(folder, 'cert.pem')} is used from now on`));
  await access.component.stop();
  await fresh.component.stop();
});
test.run();
