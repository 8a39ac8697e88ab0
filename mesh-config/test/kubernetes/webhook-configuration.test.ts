// watchdog: 60 s
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { waitUntil } from '../support/wait-until.ts';
import {
  createEndpoints,
  createWebhookConfiguration,
  describeWebhooks,
  patchesOf,
  secondBundle,
  startWebhookController,
  stopWebhookControllers,
  webhooksOf,
} from './test-webhook-controller.ts';

const test = suite('mesh-config webhook controller: configuration');
test.after.each(stopWebhookControllers);

test('a missing configuration is not created, and is managed when someone creates it', async () => {
  const one = await startWebhookController((api) => {
    api.objects.put(createEndpoints('10.0.0.1'));
    api.objects.put(createWebhookConfiguration('another'));
  });
  one.up = true;
  await waitUntil(() => one.log.lines.length === 1);
  assert.equal(one.log.lines, ['info there is no ValidatingWebhookConfiguration mesh-config: it is reconciled as soon as it is created']);
  assert.equal([patchesOf(one), webhooksOf(one, 'another')[0]!.clientConfig.caBundle], [[], '']);
  one.api.objects.put(createWebhookConfiguration());
  await waitUntil(() => describeWebhooks(one)[0] === 'Fail first');
});
test('an update that fails is counted by its reason and tried again', async () => {
  let refusals = 0;
  const one = await startWebhookController((api) => {
    api.objects.put(createWebhookConfiguration());
    api.objects.put(createEndpoints());
    api.failRequest = ({ method }) =>
      method === 'PATCH' && (refusals += 1) <= 2
        ? [
            { code: 403, reason: 'Forbidden', message: 'no' },
            { code: 409, reason: 'Conflict', message: 'modified' },
          ][refusals - 1]
        : undefined;
  });
  await waitUntil(() => one.metrics.lines('config_updates').length === 1);
  assert.equal(describeWebhooks(one), ['Ignore first', 'Ignore first']);
  assert.equal(one.metrics.lines('config_update'), [
    'cfgmgr_validation_config_update_error reason=Conflict 1',
    'cfgmgr_validation_config_update_error reason=Forbidden 1',
    'cfgmgr_validation_config_updates 1',
  ]);
});
test('a configuration that is deleted is not made again, and one that comes in its place is patched', async () => {
  const one = await startWebhookController((api) => {
    api.objects.put(createWebhookConfiguration());
    api.objects.put(createEndpoints('10.0.0.1'));
  });
  one.up = true;
  await waitUntil(() => describeWebhooks(one)[0] === 'Fail first');
  const kind = one.api.objects.kinds().find((known) => known.kind === 'ValidatingWebhookConfiguration')!;
  one.api.objects.remove(kind, 'mesh-config');
  await waitUntil(() => one.log.lines.at(-1)!.startsWith('info there is no ValidatingWebhookConfiguration mesh-config'));
  assert.equal(one.api.objects.list(kind), []);
  one.api.objects.put(createWebhookConfiguration());
  await waitUntil(() => webhooksOf(one).length > 0 && describeWebhooks(one)[0] === 'Fail first');
});
test('its end leaves the configuration as it is: nothing is deleted, nothing more is patched', async () => {
  const one = await startWebhookController((api) => {
    api.objects.put(createWebhookConfiguration());
    api.objects.put(createEndpoints('10.0.0.1'));
  });
  one.up = true;
  await waitUntil(() => describeWebhooks(one)[0] === 'Fail first');
  await one.controller.stop();
  await waitUntil(() => one.api.watches.count() === 0);
  const before = one.api.requests.length;
  one.api.objects.put(createWebhookConfiguration('mesh-config', 'Ignore'));
  writeFileSync(join(one.folder, 'ca.pem'), secondBundle);
  await new Promise((done) => {
    setTimeout(done, 300);
  });
  assert.equal([one.api.requests.slice(before), describeWebhooks(one)], [[], ['Ignore other']]);
  assert.equal(new Set(one.api.requests.map(({ method }) => method)), new Set(['GET', 'POST', 'PATCH']));
});
test.run();
