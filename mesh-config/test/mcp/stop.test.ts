// watchdog: 120 s
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { remainingFiles, createProgramFolder, waitUntilServing, startProgram, waitUntil } from '../server/start-program.ts';
import { connectSink } from './sink.ts';

const test = suite('mesh-config stopping under load');
const gateway = (revision: number): string =>
  'apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\n' +
  `metadata: {name: front, namespace: edge, labels: {revision: "${revision}"}}\n` +
  'spec: {servers: [{port: {number: 80, name: http, protocol: HTTP}, hosts: ["*"]}]}\n';

test('SIGTERM ends 200 streams under changes in order, and nothing is left', async () => {
  process.env.SOURCE_SERVER_STREAM_BURST_SIZE = '1000';
  const here = await createProgramFolder();
  writeFileSync(join(here.config, 'a.yaml'), gateway(0));
  const running = await waitUntilServing(startProgram(here, '--watchConfigFiles'));
  const all = Array.from({ length: 200 }, () => connectSink(`unix:${here.socket}`));
  // One in twenty never answers, and one in twenty takes nothing more.
  all.forEach((one, at) => {
    one.sendRequest({ collection: 'istio/networking/v1alpha3/gateways' });
    void (async () => {
      for (;;) {
        const { nonce } = await one.next();
        if (at % 20 !== 0) one.sendRequest({ collection: 'istio/networking/v1alpha3/gateways', response_nonce: nonce });
      }
    })();
    if (at % 20 === 1)
      void one.header.then(() => {
        one.call.pause();
      });
  });
  await Promise.all(all.map((one) => one.header));
  let revision = 0;
  const changes = setInterval(() => {
    writeFileSync(join(here.config, 'a.yaml'), gateway((revision += 1)));
  }, 20);
  await waitUntil(() => revision > 30);
  running.process.kill('SIGTERM');
  assert.is(await running.ended, 0);
  clearInterval(changes);
  all.forEach((one) => {
    one.call.resume();
  });
  const ends = await Promise.all(all.map((one) => one.ended));
  assert.equal(
    ends.filter(({ code }, at) => code !== 0 && at % 20 !== 1),
    [],
  );
  assert.equal(remainingFiles(here), []);
  for (const one of all) one.close();
});
test.run();
