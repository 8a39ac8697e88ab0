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
  encodeBase64,
  firstBundle,
  patchesOf,
  secondBundle,
  startWebhookController,
  stopWebhookControllers,
  webhooksOf,
} from './test-webhook-controller.ts';

const test = suite('mesh-config webhook controller');
test.after.each(stopWebhookControllers);

test(
  'every webhook trusts the bundle and lets pass what it is not asked about, until endpoints are ready and what ' + 'is wrong is denied',
  async () => {
    const one = await startWebhookController((api) => {
      api.objects.put(createWebhookConfiguration());
      api.objects.put(createEndpoints());
    });
    await waitUntil(() => patchesOf(one).length === 1);
    assert.equal(describeWebhooks(one), ['Ignore first', 'Ignore first']);
    assert.equal(
      one.api.requests.filter(({ method }) => method === 'POST'),
      [],
    );
    one.api.objects.put(createEndpoints('10.0.0.1'));
    await waitUntil(() => one.api.requests.some(({ method }) => method === 'POST'));
    assert.equal(describeWebhooks(one), ['Ignore first', 'Ignore first']);
    one.up = true;
    await waitUntil(() => describeWebhooks(one)[0] === 'Fail first');
    await waitUntil(() => one.metrics.lines('config_updates')[0] === 'cfgmgr_validation_config_updates 2');
    assert.equal(describeWebhooks(one), ['Fail first', 'Fail first']);
    assert.equal(one.metrics.lines('validation_config'), ['cfgmgr_validation_config_load 1', 'cfgmgr_validation_config_updates 2']);
    assert.equal(one.log.lines, [
      'info the failure policy of the webhook is Ignore: the service mesh-system/mesh-config has no ready endpoint',
      'info the failure policy of the webhook is Ignore: a gateway without a server is not refused yet',
      'info the webhook refuses invalid resources: its failure policy is Fail from now on',
    ]);
  },
);
test('what is sent, to the byte', async () => {
  const one = await startWebhookController((api) => {
    api.objects.put(createWebhookConfiguration());
    api.objects.put(createEndpoints('10.0.0.1'));
  });
  one.up = true;
  await waitUntil(() => patchesOf(one).length === 1 && one.api.watches.count() === 2);
  const sent = one.api.requests.map(({ method, url, type, body }) => `${method} ${url}${type === '' ? '' : ` ${type} ${body}`}`).sort();
  assert.equal(sent, [
    'GET /api/v1/namespaces/mesh-system/endpoints?fieldSelector=metadata.name%3Dmesh-config&limit=500',
    'GET /api/v1/namespaces/mesh-system/endpoints?fieldSelector=metadata.name%3Dmesh-config&watch=true&' +
      'allowWatchBookmarks=true&resourceVersion=103&timeoutSeconds=300',
    'GET /apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?fieldSelector=metadata.name%3Dmesh-config&limit=500',
    'GET /apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?' +
      'fieldSelector=metadata.name%3Dmesh-config&watch=true&allowWatchBookmarks=true&resourceVersion=103&' +
      'timeoutSeconds=300',
    'PATCH /apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/mesh-config ' +
      'application/strategic-merge-patch+json {"metadata":{"resourceVersion":"102"},"webhooks":[{' +
      `"name":"pilot.validation.mesh-config","clientConfig":{"caBundle":"${encodeBase64(firstBundle)}"},"failurePolicy":"Fail"},{` +
      `"name":"mixer.validation.mesh-config","clientConfig":{"caBundle":"${encodeBase64(firstBundle)}"},"failurePolicy":"Fail"}]}`,
    'POST /apis/networking.istio.io/v1alpha3/namespaces/mesh-system/gateways?dryRun=All application/json ' +
      '{"apiVersion":"networking.istio.io/v1alpha3","kind":"Gateway","metadata":{' +
      '"name":"mesh-config-invalid-gateway","namespace":"mesh-system"},"spec":{}}',
  ]);
  assert.equal(webhooksOf(one)[0]!.rules, [{ apiGroups: ['*'] }]);
  assert.equal(one.api.objects.list(one.api.objects.kinds().find(({ kind }) => kind === 'Gateway')!), []);
});
test('a second replica that starts takes nothing back from one that serves', async () => {
  const policies: string[] = [];
  const one = await startWebhookController((api) => {
    api.objects.put(createEndpoints('10.0.0.1'));
    api.objects.put(createWebhookConfiguration('mesh-config', 'Fail', 'Fail'));
    api.objects.subscribe(({ kind, object }) => {
      if (kind.kind === 'ValidatingWebhookConfiguration')
        policies.push((object as unknown as ReturnType<typeof createWebhookConfiguration>).webhooks[0]!.failurePolicy);
    });
  });
  one.up = true;
  await waitUntil(() => describeWebhooks(one)[0] === 'Fail first');
  assert.equal(policies.includes('Ignore'), false);
});
test('a manual change is reverted', async () => {
  const one = await startWebhookController((api) => {
    api.objects.put(createWebhookConfiguration());
    api.objects.put(createEndpoints('10.0.0.1'));
  });
  one.up = true;
  await waitUntil(() => describeWebhooks(one)[0] === 'Fail first');
  one.api.objects.put(createWebhookConfiguration('mesh-config', 'Ignore'));
  await waitUntil(() => webhooksOf(one).length === 1 && describeWebhooks(one)[0] === 'Fail first');
  assert.equal(describeWebhooks(one), ['Fail first']);
});
test('a policy that is lowered manually while the webhook is unreachable is kept until the webhook responds', async () => {
  const one = await startWebhookController((api) => {
    api.objects.put(createWebhookConfiguration());
    api.objects.put(createEndpoints('10.0.0.1'));
  });
  one.up = true;
  await waitUntil(() => describeWebhooks(one)[0] === 'Fail first');
  one.up = false;
  const lowered = createWebhookConfiguration('mesh-config', 'Ignore');
  lowered.webhooks[0]!.clientConfig.caBundle = encodeBase64(firstBundle);
  one.api.objects.put(lowered);
  await waitUntil(
    () => one.log.lines.at(-1) === 'info the failure policy of the webhook is Ignore: a gateway without a server is not refused yet',
  );
  assert.equal([describeWebhooks(one), patchesOf(one).length], [['Ignore first'], 1]);
  one.up = true;
  await waitUntil(() => describeWebhooks(one)[0] === 'Fail first');
});
test('what was once seen to be refused holds when the endpoints go', async () => {
  const one = await startWebhookController((api) => {
    api.objects.put(createWebhookConfiguration());
    api.objects.put(createEndpoints('10.0.0.1'));
  });
  one.up = true;
  await waitUntil(() => describeWebhooks(one)[0] === 'Fail first');
  one.up = false;
  one.api.objects.put(createEndpoints());
  writeFileSync(join(one.folder, 'ca.pem'), secondBundle);
  await waitUntil(() => describeWebhooks(one)[0]!.endsWith('second'));
  assert.equal(describeWebhooks(one), ['Fail second', 'Fail second']);
});
test('what it wrote itself is known before the watch reports it: the next change is no conflict', async () => {
  const one = await startWebhookController((api) => {
    api.watches.mute();
    api.objects.put(createWebhookConfiguration());
    api.objects.put(createEndpoints('10.0.0.1'));
  });
  await waitUntil(() => describeWebhooks(one)[0] === 'Ignore first');
  writeFileSync(join(one.folder, 'ca.pem'), secondBundle);
  await waitUntil(() => describeWebhooks(one)[0] === 'Ignore second');
  await waitUntil(() => one.metrics.lines('config_updates')[0] === 'cfgmgr_validation_config_updates 2');
  assert.equal(one.metrics.lines('validation_config'), ['cfgmgr_validation_config_load 2', 'cfgmgr_validation_config_updates 2']);
});
test('an inconclusive probe sets the policy that lets everything pass, and its reason is reported', async () => {
  const one = await startWebhookController((api) => {
    api.objects.put(createWebhookConfiguration());
    api.objects.put(createEndpoints('10.0.0.1'));
  });
  one.tried = undefined;
  one.up = true;
  await waitUntil(
    () =>
      one.log.lines.at(-1) ===
      'info the failure policy of the webhook is Ignore: the cluster does not serve Gateway.networking.istio.io, of which a probe is sent',
  );
  one.tried = { group: 'networking.istio.io', version: 'v1', plural: 'gateways', apiVersion: 'networking.istio.io/v1', hasStatus: true };
  await waitUntil(() =>
    one.log.lines.at(-1)!.startsWith('info the failure policy of the webhook is Ignore: there is nothing to try it with: POST '),
  );
  one.api.admission = () => ({ denied: 'Gateway is invalid: spec.servers: Required value', warnings: [] });
  one.tried = { ...one.tried, version: 'v1alpha3', apiVersion: 'networking.istio.io/v1alpha3' };
  await waitUntil(() => one.log.lines.at(-1)!.endsWith(': 400 BadRequest: Gateway is invalid: spec.servers: Required value'));
  assert.equal(describeWebhooks(one), ['Ignore first', 'Ignore first']);
});
test.run();
