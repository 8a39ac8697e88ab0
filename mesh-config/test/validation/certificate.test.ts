import { execFile } from 'node:child_process';
import { cpSync, renameSync, symlinkSync } from 'node:fs';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { watchCertificate } from '../../src/validation/https/watched-certificate.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';
import { createRecordingMetrics } from '../support/recording-metrics.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { writeKeyPair, createReview, startWebhook, waitUntil } from './start-webhook.ts';

const test = suite('mesh-config validation: the certificate');

/** Subject of the certificate that a new connection is shown, and the protocol agreed on, by openssl. */
const shown = (
  port: number,
  alpn: string,
): Promise<{ readonly subject: string | undefined; readonly protocol: string | undefined; readonly asksForOne: boolean }> =>
  new Promise((done) => {
    const asking = execFile('openssl', ['s_client', '-connect', `localhost:${port}`, '-alpn', alpn, '-tls1_2'], (_, text) => {
      done({
        subject: /^subject=\s*CN\s*=\s*(.+)$/m.exec(text)?.[1],
        protocol: /^ALPN protocol: (.+)$/m.exec(text)?.[1],
        asksForOne: !text.includes('No client certificate CA names sent'),
      });
    });
    asking.stdin!.end();
  });
const pair = (...names: readonly string[]): string => {
  const folder = temporaryFolder(Object.fromEntries(names.map((name) => [`${name}/.keep`, ''])));
  for (const name of names) writeKeyPair(join(folder, name), name.replace(/^\W+/, ''));
  return folder;
};
const gateway = { apiVersion: 'networking.istio.io/v1alpha3', kind: 'Gateway', metadata: { name: 'x' }, spec: {} };

test('openssl is shown the certificate, agrees on h2 or http/1.1, and is asked for none of its own', async () => {
  const there = await startWebhook({ pair: join(pair('first'), 'first') });
  assert.equal(await shown(there.webhook.port(), 'h2,http/1.1'), { subject: 'first', protocol: 'h2', asksForOne: false });
  assert.equal(await shown(there.webhook.port(), 'http/1.1'), { subject: 'first', protocol: 'http/1.1', asksForOne: false });
  await there.stop();
});
test('a volume that is mounted anew brings the new certificate, and a connection that is open continues', async () => {
  const folder = pair('..1', '..2');
  symlinkSync('..1', join(folder, '..data'));
  for (const name of ['cert.pem', 'key.pem']) symlinkSync(`..data/${name}`, join(folder, name));
  const there = await startWebhook({ pair: folder });
  const session = connect(`https://localhost:${there.webhook.port()}`, { rejectUnauthorized: false });
  let [answers, sending, closed] = [0, true, false];
  session.once('close', () => {
    closed = true;
  });
  const asking = (async () => {
    while (sending) {
      await new Promise<void>((done, fail) => {
        const stream = session.request({ ':method': 'POST', ':path': '/validate', 'content-type': 'application/json' });
        let text = '';
        stream.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        stream.once('error', fail);
        stream.once('end', () => {
          assert.is(JSON.parse(text).response.allowed, false);
          answers += 1;
          done();
        });
        stream.end(JSON.stringify(createReview(gateway)));
      });
    }
  })();
  await waitUntil(() => answers > 10);
  assert.is((await shown(there.webhook.port(), 'h2')).subject, '1');
  symlinkSync('..2', join(folder, '..new'));
  renameSync(join(folder, '..new'), join(folder, '..data'));
  await waitUntil(() => there.metrics.lines('cert_key').includes('cfgmgr_validation_cert_key_updates 2'));
  assert.is((await shown(there.webhook.port(), 'h2')).subject, '2');
  const before = answers;
  await waitUntil(() => answers > before + 10);
  sending = false;
  await asking;
  assert.is(closed, false);
  session.close();
  await there.stop();
});
test('a pair that does not belong together changes nothing, and is counted', async () => {
  const folder = pair('now', 'other');
  const there = await startWebhook({ pair: join(folder, 'now') });
  cpSync(join(folder, 'other', 'key.pem'), join(folder, 'now', 'key.pem'));
  const error = `${join(folder, 'now', 'key.pem')} is not the private key of ${join(folder, 'now', 'cert.pem')}`;
  await waitUntil(() => there.metrics.lines('cert_key_update_errors').length > 0);
  assert.equal(there.metrics.lines('cert_key'), [
    `cfgmgr_validation_cert_key_update_errors error=${error} 1`,
    'cfgmgr_validation_cert_key_updates 1',
  ]);
  assert.ok(there.log.lines.includes(`error the certificate cannot be renewed, and the previous one stays in use: ${error}`));
  assert.is((await shown(there.webhook.port(), 'h2')).subject, 'now');
  cpSync(join(folder, 'other', 'cert.pem'), join(folder, 'now', 'cert.pem'));
  await waitUntil(() => there.metrics.lines('cert_key').includes('cfgmgr_validation_cert_key_updates 2'));
  assert.is((await shown(there.webhook.port(), 'h2')).subject, 'other');
  await there.stop();
});
test('what cannot be used is counted when it is first seen and at each change, and reported once', async () => {
  const folder = pair('first', 'broken', 'last');
  cpSync(join(folder, 'last', 'key.pem'), join(folder, 'broken', 'key.pem'));
  // The link is in a folder that is not watched: it is only read periodically, or on request.
  const lead = (name: string): void => {
    symlinkSync(name, join(folder, 'next'));
    renameSync(join(folder, 'next'), join(folder, 'now'));
  };
  lead('first');
  const files = { certificate: join(folder, 'now', 'cert.pem'), key: join(folder, 'now', 'key.pem') };
  const [moved, metrics, scope] = [createManualClock(), createRecordingMetrics(), createRecordingScope()];
  let looks = 0;
  const clock = {
    ...moved,
    schedule: (...given: Parameters<typeof moved.schedule>) => {
      looks += 1;
      return moved.schedule(...given);
    },
  };
  const used: string[] = [];
  const live = watchCertificate({
    files,
    clock,
    metrics,
    scope,
    use: (given) => {
      used.push(given.hash);
    },
  });
  await live.start();
  const inPassing = async (): Promise<void> => {
    const before = looks;
    moved.move(10_000);
    await waitUntil(() => looks > before);
  };
  const error = `${files.key} is not the private key of ${files.certificate}`;
  const counts = (): readonly string[] => metrics.lines('cert_key');
  const told = `error the certificate cannot be renewed, and the previous one stays in use: ${error}`;
  lead('broken');
  await inPassing();
  assert.equal(
    [counts(), scope.lines],
    [[`cfgmgr_validation_cert_key_update_errors error=${error} 1`, 'cfgmgr_validation_cert_key_updates 1'], [told]],
  );
  await inPassing();
  await live.reload();
  assert.equal(
    [counts(), scope.lines],
    [[`cfgmgr_validation_cert_key_update_errors error=${error} 2`, 'cfgmgr_validation_cert_key_updates 1'], [told]],
  );
  lead('last');
  await inPassing();
  assert.equal(
    [counts()[1], scope.lines.slice(1), used.length],
    ['cfgmgr_validation_cert_key_updates 2', [`info the certificate in ${files.certificate} is used from now on`], 2],
  );
  lead('broken');
  await inPassing();
  assert.equal([counts()[0], scope.lines.slice(2)], [`cfgmgr_validation_cert_key_update_errors error=${error} 3`, [told]]);
  live.stop();
});
test('a server without a certificate that can be used does not start', async () => {
  const folder = temporaryFolder({ 'cert.pem': 'x', 'key.pem': 'y' });
  assert.is(
    await startWebhook({ pair: join(folder, 'nothing') }).then(
      () => 'started',
      (error: Error) => error.message,
    ),
    `open ${join(folder, 'nothing', 'cert.pem')}: no such file or directory`,
  );
  assert.is(
    await startWebhook({ pair: folder }).then(
      () => 'started',
      (error: Error) => error.message,
    ),
    `${join(folder, 'cert.pem')}: expected an x509 certificate in PEM`,
  );
});
test('readiness begins with an answer of the server itself, and ends with it', async () => {
  const there = await startWebhook();
  await waitUntil(() => there.webhook.readiness.failure() === undefined);
  assert.is(there.webhook.liveness.failure(), undefined);
  await there.stop();
  assert.equal([there.webhook.readiness.failure(), there.webhook.liveness.failure()], ['it is stopped', 'it is closed']);
  assert.equal([there.webhook.readiness.isStopped(), there.webhook.liveness.isStopped()], [true, true]);
});
test('bytes that are no TLS end their connection and no other', async () => {
  const there = await startWebhook();
  const { connect: plain } = await import('node:net');
  for (const bytes of ['GET / HTTP/1.1\r\n\r\n', '\x16\x03\x01\xff\xff'.repeat(100)]) {
    const socket = plain(there.webhook.port(), 'localhost');
    socket.on('error', () => {});
    const closed = new Promise((done) => {
      socket.once('close', done);
    });
    socket.resume().write(bytes);
    await closed;
  }
  assert.is((await there.review(gateway)).allowed, false);
  await there.stop();
});
test.run();
