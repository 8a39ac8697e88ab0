// watchdog: 60 s
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Clock, systemClock } from '../../src/lifecycle/clock.ts';
import { createFailureLog } from '../../src/kubernetes/failure-log.ts';
import type { ServedKind } from '../../src/kubernetes/served-kind.ts';
import { createWebhookController } from '../../src/webhook-configuration/webhook-controller.ts';
import type { Component } from '../../src/lifecycle/component.ts';
import { createTemporaryCertificate } from '../support/temporary-certificate.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';
import { createRecordingMetrics } from '../support/recording-metrics.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { type ApiServer, createApiServer } from './api-server/api-server.ts';
import { crd } from './api-server/kinds.ts';
import { createClient } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Begun {
  api: ApiServer;
  metrics: ReturnType<typeof createRecordingMetrics>;
  log: ReturnType<typeof createRecordingScope>;
  controller: Component;
  folder: string;
  /** Whether the webhook that the API server asks is there. */ up: boolean;
  tried: ServedKind | undefined;
}
const running: Begun[] = [];
const test = suite('mesh-config webhook controller');
test.after.each(async () => {
  for (const { controller, api } of running.splice(0)) {
    await controller.stop();
    await api.kill();
  }
});

const [first, second] = [createTemporaryCertificate().pem, createTemporaryCertificate().pem];
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const configuration = (name = 'mesh-config', ...policies: readonly string[]) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name },
  webhooks: (policies.length > 0 ? policies : ['Fail', 'Fail']).map((failurePolicy, index) => ({
    name: `${['pilot', 'mixer'][index]}.validation.mesh-config`,
    clientConfig: { service: { name: 'mesh-config', namespace: 'mesh-system', path: '/validate' }, caBundle: '' },
    rules: [{ apiGroups: ['*'] }],
    failurePolicy,
    sideEffects: 'None',
  })),
});
const endpoints = (...ips: readonly string[]) => ({
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: { name: 'mesh-config', namespace: 'mesh-system' },
  subsets:
    ips.length > 0 ? [{ addresses: ips.map((ip) => ({ ip })), ports: [{ port: 9443 }] }] : [{ notReadyAddresses: [{ ip: '10.0.0.1' }] }],
});
const begun = async (prepare: (api: ApiServer) => void, ca = first, clock: Clock = systemClock): Promise<Begun> => {
  const api = createApiServer(),
    metrics = createRecordingMetrics(),
    log = createRecordingScope();
  const folder = temporaryFolder({ 'ca.pem': ca });
  api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway'));
  prepare(api);
  await api.start();
  const options = {
    'deployment-namespace': 'mesh-system',
    'service-name': 'mesh-config',
    'webhook-name': 'mesh-config',
    'validation.tls.caCertificates': join(folder, 'ca.pem'),
  };
  const controller = createWebhookController({
    client: await createClient(api),
    options,
    clock,
    scope: log,
    metrics,
    failures: createFailureLog(log),
    findProbeKind: () => made.tried,
  });
  const made: Begun = {
    api,
    metrics,
    log,
    controller,
    folder,
    up: false,
    tried: {
      group: 'networking.istio.io',
      version: 'v1alpha3',
      plural: 'gateways',
      apiVersion: 'networking.istio.io/v1alpha3',
      hasStatus: true,
    },
  };
  api.admission = ({ kind, spec }) =>
    made.up && kind === 'Gateway' && !(spec as { servers?: unknown }).servers
      ? {
          denied:
            'admission webhook "validation.mesh-config" denied the request: configuration is invalid: gateway must have at ' +
            'least one server',
          warnings: [],
        }
      : { warnings: [] };
  running.push(made);
  await controller.start();
  return made;
};
const webhooks = ({ api }: Begun, name = 'mesh-config') =>
  (
    api.objects.get(
      api.objects.kinds().find(({ kind }) => kind === 'ValidatingWebhookConfiguration')!,
      name,
    ) as unknown as ReturnType<typeof configuration>
  ).webhooks;
const seen = (one: Begun): string[] =>
  webhooks(one).map(
    ({ failurePolicy, clientConfig: { caBundle } }) =>
      `${failurePolicy} ${caBundle === base64(first) ? 'first' : caBundle === base64(second) ? 'second' : 'other'}`,
  );
const patches = ({ api }: Begun) => api.requests.filter(({ method }) => method === 'PATCH');

test(
  'every webhook trusts the bundle and lets pass what it is not asked about, until endpoints are ready and what ' + 'is wrong is denied',
  async () => {
    const one = await begun((api) => {
      api.objects.put(configuration());
      api.objects.put(endpoints());
    });
    await waitUntil(() => patches(one).length === 1);
    assert.equal(seen(one), ['Ignore first', 'Ignore first']);
    assert.equal(
      one.api.requests.filter(({ method }) => method === 'POST'),
      [],
    );
    one.api.objects.put(endpoints('10.0.0.1'));
    await waitUntil(() => one.api.requests.some(({ method }) => method === 'POST'));
    assert.equal(seen(one), ['Ignore first', 'Ignore first']);
    one.up = true;
    await waitUntil(() => seen(one)[0] === 'Fail first');
    await waitUntil(() => one.metrics.lines('config_updates')[0] === 'cfgmgr_validation_config_updates 2');
    assert.equal(seen(one), ['Fail first', 'Fail first']);
    assert.equal(one.metrics.lines('validation_config'), ['cfgmgr_validation_config_load 1', 'cfgmgr_validation_config_updates 2']);
    assert.equal(one.log.lines, [
      'info the failure policy of the webhook is Ignore: the service mesh-system/mesh-config has no ready endpoint',
      'info the failure policy of the webhook is Ignore: a gateway without a server is not refused yet',
      'info the webhook refuses invalid resources: its failure policy is Fail from now on',
    ]);
  },
);
test('what is sent, to the byte', async () => {
  const one = await begun((api) => {
    api.objects.put(configuration());
    api.objects.put(endpoints('10.0.0.1'));
  });
  one.up = true;
  await waitUntil(() => patches(one).length === 1 && one.api.watches.count() === 2);
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
      `"name":"pilot.validation.mesh-config","clientConfig":{"caBundle":"${base64(first)}"},"failurePolicy":"Fail"},{` +
      `"name":"mixer.validation.mesh-config","clientConfig":{"caBundle":"${base64(first)}"},"failurePolicy":"Fail"}]}`,
    'POST /apis/networking.istio.io/v1alpha3/namespaces/mesh-system/gateways?dryRun=All application/json ' +
      '{"apiVersion":"networking.istio.io/v1alpha3","kind":"Gateway","metadata":{' +
      '"name":"mesh-config-invalid-gateway","namespace":"mesh-system"},"spec":{}}',
  ]);
  assert.equal(webhooks(one)[0]!.rules, [{ apiGroups: ['*'] }]);
  assert.equal(one.api.objects.list(one.api.objects.kinds().find(({ kind }) => kind === 'Gateway')!), []);
});
test('a second replica that starts takes nothing back from one that serves', async () => {
  const policies: string[] = [];
  const one = await begun((api) => {
    api.objects.put(endpoints('10.0.0.1'));
    api.objects.put(configuration('mesh-config', 'Fail', 'Fail'));
    api.objects.subscribe(({ kind, object }) => {
      if (kind.kind === 'ValidatingWebhookConfiguration')
        policies.push((object as unknown as ReturnType<typeof configuration>).webhooks[0]!.failurePolicy);
    });
  });
  one.up = true;
  await waitUntil(() => seen(one)[0] === 'Fail first');
  assert.equal(policies.includes('Ignore'), false);
});
test('what somebody undoes is seen to again', async () => {
  const one = await begun((api) => {
    api.objects.put(configuration());
    api.objects.put(endpoints('10.0.0.1'));
  });
  one.up = true;
  await waitUntil(() => seen(one)[0] === 'Fail first');
  one.api.objects.put(configuration('mesh-config', 'Ignore'));
  await waitUntil(() => webhooks(one).length === 1 && seen(one)[0] === 'Fail first');
  assert.equal(seen(one), ['Fail first']);
});
test('a policy that somebody lowers while the webhook is away is left to them until it answers', async () => {
  const one = await begun((api) => {
    api.objects.put(configuration());
    api.objects.put(endpoints('10.0.0.1'));
  });
  one.up = true;
  await waitUntil(() => seen(one)[0] === 'Fail first');
  one.up = false;
  const lowered = configuration('mesh-config', 'Ignore');
  lowered.webhooks[0]!.clientConfig.caBundle = base64(first);
  one.api.objects.put(lowered);
  await waitUntil(
    () => one.log.lines.at(-1) === 'info the failure policy of the webhook is Ignore: a gateway without a server is not refused yet',
  );
  assert.equal([seen(one), patches(one).length], [['Ignore first'], 1]);
  one.up = true;
  await waitUntil(() => seen(one)[0] === 'Fail first');
});
test('what was once seen to be refused holds when the endpoints go', async () => {
  const one = await begun((api) => {
    api.objects.put(configuration());
    api.objects.put(endpoints('10.0.0.1'));
  });
  one.up = true;
  await waitUntil(() => seen(one)[0] === 'Fail first');
  one.up = false;
  one.api.objects.put(endpoints());
  writeFileSync(join(one.folder, 'ca.pem'), second);
  await waitUntil(() => seen(one)[0]!.endsWith('second'));
  assert.equal(seen(one), ['Fail second', 'Fail second']);
});
test('a bundle that is replaced is patched in; one that is none, or gone, is told and counted, and the one before holds', async () => {
  const one = await begun((api) => {
    api.objects.put(configuration());
    api.objects.put(endpoints('10.0.0.1'));
  });
  one.up = true;
  await waitUntil(() => seen(one)[0] === 'Fail first');
  const replace = (text: string): void => {
    writeFileSync(join(one.folder, 'next'), text);
    renameSync(join(one.folder, 'next'), join(one.folder, 'ca.pem'));
  };
  const counts = () => one.metrics.lines('config_load_error');
  replace('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
  await waitUntil(() => counts().length === 1);
  rmSync(join(one.folder, 'ca.pem'));
  await waitUntil(() => counts().length === 2);
  assert.equal(seen(one), ['Fail first', 'Fail first']);
  replace(first + second);
  await waitUntil(() => one.metrics.lines('validation_config_load ')[0] === 'cfgmgr_validation_config_load 2');
  await waitUntil(() => webhooks(one)[1]!.clientConfig.caBundle === base64(first + second));
  replace(second);
  await waitUntil(() => seen(one)[1] === 'Fail second');
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
  assert.is(readFileSync(join(one.folder, 'ca.pem'), 'utf8'), second);
});
test('a configuration that is not there is not made, and looked after when somebody makes it', async () => {
  const one = await begun((api) => {
    api.objects.put(endpoints('10.0.0.1'));
    api.objects.put(configuration('another'));
  });
  one.up = true;
  await waitUntil(() => one.log.lines.length === 1);
  assert.equal(one.log.lines, ['info there is no ValidatingWebhookConfiguration mesh-config: it is reconciled once somebody creates it']);
  assert.equal([patches(one), webhooks(one, 'another')[0]!.clientConfig.caBundle], [[], '']);
  one.api.objects.put(configuration());
  await waitUntil(() => seen(one)[0] === 'Fail first');
});
test('what it cannot be tried with is no proof: everything passes, and why is told', async () => {
  const one = await begun((api) => {
    api.objects.put(configuration());
    api.objects.put(endpoints('10.0.0.1'));
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
  assert.equal(seen(one), ['Ignore first', 'Ignore first']);
});
test('an update that fails is counted by its reason and tried again', async () => {
  let refusals = 0;
  const one = await begun((api) => {
    api.objects.put(configuration());
    api.objects.put(endpoints());
    api.failRequest = ({ method }) =>
      method === 'PATCH' && (refusals += 1) <= 2
        ? [
            { code: 403, reason: 'Forbidden', message: 'no' },
            { code: 409, reason: 'Conflict', message: 'modified' },
          ][refusals - 1]
        : undefined;
  });
  await waitUntil(() => one.metrics.lines('config_updates').length === 1);
  assert.equal(seen(one), ['Ignore first', 'Ignore first']);
  assert.equal(one.metrics.lines('config_update'), [
    'cfgmgr_validation_config_update_error reason=Conflict 1',
    'cfgmgr_validation_config_update_error reason=Forbidden 1',
    'cfgmgr_validation_config_updates 1',
  ]);
});
test('while there is no bundle nothing is written; when the file comes it is taken', async () => {
  const one = await begun((api) => {
    api.objects.put(configuration());
    api.objects.put(endpoints('10.0.0.1'));
  }, '');
  rmSync(join(one.folder, 'ca.pem'));
  one.up = true;
  await waitUntil(() => one.api.watches.count() === 2);
  await new Promise((done) => {
    setTimeout(done, 200);
  });
  assert.equal([patches(one), seen(one)], [[], ['Fail other', 'Fail other']]);
  writeFileSync(join(one.folder, 'ca.pem'), first);
  await waitUntil(() => seen(one)[0] === 'Fail first');
});
test('a configuration that is deleted is not made again, and one that comes in its place is patched', async () => {
  const one = await begun((api) => {
    api.objects.put(configuration());
    api.objects.put(endpoints('10.0.0.1'));
  });
  one.up = true;
  await waitUntil(() => seen(one)[0] === 'Fail first');
  const kind = one.api.objects.kinds().find((known) => known.kind === 'ValidatingWebhookConfiguration')!;
  one.api.objects.remove(kind, 'mesh-config');
  await waitUntil(() => one.log.lines.at(-1)!.startsWith('info there is no ValidatingWebhookConfiguration mesh-config'));
  assert.equal(one.api.objects.list(kind), []);
  one.api.objects.put(configuration());
  await waitUntil(() => webhooks(one).length > 0 && seen(one)[0] === 'Fail first');
});
test('its end leaves the configuration as it is: nothing is deleted, nothing more is patched', async () => {
  const one = await begun((api) => {
    api.objects.put(configuration());
    api.objects.put(endpoints('10.0.0.1'));
  });
  one.up = true;
  await waitUntil(() => seen(one)[0] === 'Fail first');
  await one.controller.stop();
  await waitUntil(() => one.api.watches.count() === 0);
  const before = one.api.requests.length;
  one.api.objects.put(configuration('mesh-config', 'Ignore'));
  writeFileSync(join(one.folder, 'ca.pem'), second);
  await new Promise((done) => {
    setTimeout(done, 300);
  });
  assert.equal([one.api.requests.slice(before), seen(one)], [[], ['Ignore other']]);
  assert.equal(new Set(one.api.requests.map(({ method }) => method)), new Set(['GET', 'POST', 'PATCH']));
});
test('a bundle that changes where no watch of its folder sees it is found ten seconds later', async () => {
  const clock = createManualClock(),
    elsewhere = join(temporaryFolder({ 'ca.pem': second }), 'ca.pem');
  const one = await begun(
    (api) => {
      api.objects.put(configuration());
      api.objects.put(endpoints('10.0.0.1'));
    },
    first,
    clock,
  );
  one.up = true;
  await waitUntil(() => seen(one)[0] === 'Fail first');
  rmSync(join(one.folder, 'ca.pem'));
  symlinkSync(elsewhere, join(one.folder, 'ca.pem'));
  await waitUntil(() => {
    clock.move(1000);
    return seen(one)[0] === 'Fail second';
  });
  await new Promise((done) => {
    setTimeout(done, 100);
  });
  writeFileSync(elsewhere, first);
  await new Promise((done) => {
    setTimeout(done, 100);
  });
  assert.equal(seen(one), ['Fail second', 'Fail second']);
  await waitUntil(() => {
    clock.move(1000);
    return seen(one)[0] === 'Fail first';
  });
});
test.run();
