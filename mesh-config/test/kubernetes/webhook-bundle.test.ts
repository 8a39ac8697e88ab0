// watchdog: 60 s
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createManualClock } from '../support/manual-clock.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  createEndpoints,
  createWebhookConfiguration,
  describeWebhooks,
  encodeBase64,
  firstBundle,
  patchesOf,
  secondBundle,
  startWebhookController,
  stopWebhookControllers,
  webhooksOf,
} from './test-webhook-controller.ts';

const test = suite('mesh-config webhook controller: bundle');
test.after.each(stopWebhookControllers);

test('a bundle that is replaced is patched in; one that is none, or gone, is reported and counted, and the one before holds', async () => {
  const one = await startWebhookController((api) => {
    api.objects.put(createWebhookConfiguration());
    api.objects.put(createEndpoints('10.0.0.1'));
  });
  one.up = true;
  await waitUntil(() => describeWebhooks(one)[0] === 'Fail first');
  const replace = (text: string): void => {
    writeFileSync(join(one.folder, 'next'), text);
    renameSync(join(one.folder, 'next'), join(one.folder, 'ca.pem'));
  };
  const counts = () => one.metrics.lines('config_load_error');
  replace('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
  await waitUntil(() => counts().length === 1);
  rmSync(join(one.folder, 'ca.pem'));
  await waitUntil(() => counts().length === 2);
  assert.equal(describeWebhooks(one), ['Fail first', 'Fail first']);
  replace(firstBundle + secondBundle);
  await waitUntil(() => one.metrics.lines('validation_config_load ')[0] === 'cfgmgr_validation_config_load 2');
  await waitUntil(() => webhooksOf(one)[1]!.clientConfig.caBundle === encodeBase64(firstBundle + secondBundle));
  replace(secondBundle);
  await waitUntil(() => describeWebhooks(one)[1] === 'Fail second');
  assert.equal(counts(), [
    'cfgmgr_validation_config_load_error reason=could not read caBundle 1',
    'cfgmgr_validation_config_load_error reason=could not verify caBundle 1',
  ]);
  assert.equal(
    one.log.lines.filter((line) => line.startsWith('error')),
    [
      `error could not verify caBundle, and the previous one stays in use: ${join(one.folder, 'ca.pem')}: ` +
        'certificate 1 of 1 cannot be understood',
      `error could not read caBundle, and the previous one stays in use: open ${join(one.folder, 'ca.pem')}: no such file or directory`,
    ],
  );
  assert.is(readFileSync(join(one.folder, 'ca.pem'), 'utf8'), secondBundle);
});
test('while there is no bundle nothing is written; when the file comes it is taken', async () => {
  const one = await startWebhookController((api) => {
    api.objects.put(createWebhookConfiguration());
    api.objects.put(createEndpoints('10.0.0.1'));
  }, '');
  rmSync(join(one.folder, 'ca.pem'));
  one.up = true;
  await waitUntil(() => one.api.watches.count() === 2);
  await new Promise((done) => {
    setTimeout(done, 200);
  });
  assert.equal([patchesOf(one), describeWebhooks(one)], [[], ['Fail other', 'Fail other']]);
  writeFileSync(join(one.folder, 'ca.pem'), firstBundle);
  await waitUntil(() => describeWebhooks(one)[0] === 'Fail first');
});
test('a bundle that changes where no watch of its folder sees it is found ten seconds later', async () => {
  const clock = createManualClock(),
    elsewhere = join(temporaryFolder({ 'ca.pem': secondBundle }), 'ca.pem');
  const one = await startWebhookController(
    (api) => {
      api.objects.put(createWebhookConfiguration());
      api.objects.put(createEndpoints('10.0.0.1'));
    },
    firstBundle,
    clock,
  );
  one.up = true;
  await waitUntil(() => describeWebhooks(one)[0] === 'Fail first');
  rmSync(join(one.folder, 'ca.pem'));
  symlinkSync(elsewhere, join(one.folder, 'ca.pem'));
  await waitUntil(() => {
    clock.move(1000);
    return describeWebhooks(one)[0] === 'Fail second';
  });
  await new Promise((done) => {
    setTimeout(done, 100);
  });
  writeFileSync(elsewhere, firstBundle);
  await new Promise((done) => {
    setTimeout(done, 100);
  });
  assert.equal(describeWebhooks(one), ['Fail second', 'Fail second']);
  await waitUntil(() => {
    clock.move(1000);
    return describeWebhooks(one)[0] === 'Fail first';
  });
});
test.run();
