import { join } from 'node:path';
import { type Clock, systemClock } from '../../src/lifecycle/clock.ts';
import { createFailureLog } from '../../src/kubernetes/failure-log.ts';
import type { ServedKind } from '../../src/kubernetes/served-kind.ts';
import { createWebhookController } from '../../src/webhook-configuration/webhook-controller.ts';
import type { Component } from '../../src/lifecycle/component.ts';
import { createTemporaryCertificate } from '../support/temporary-certificate.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';
import { createRecordingMetrics } from '../support/recording-metrics.ts';
import { type ApiServer, createApiServer } from './api-server/api-server.ts';
import { crd } from './api-server/kinds.ts';
import { createClient } from './test-source.ts';

export interface TestWebhookController {
  api: ApiServer;
  metrics: ReturnType<typeof createRecordingMetrics>;
  log: ReturnType<typeof createRecordingScope>;
  controller: Component;
  folder: string;
  /** Whether the webhook that the API server calls exists. */
  up: boolean;
  tried: ServedKind | undefined;
}
const running: TestWebhookController[] = [];
/** Stops what `startWebhookController` started. */
export const stopWebhookControllers = async (): Promise<void> => {
  for (const { controller, api } of running.splice(0)) {
    await controller.stop();
    await api.kill();
  }
};

export const [firstBundle, secondBundle] = [createTemporaryCertificate().pem, createTemporaryCertificate().pem];
export const encodeBase64 = (text: string): string => Buffer.from(text).toString('base64');
export const createWebhookConfiguration = (name = 'mesh-config', ...policies: readonly string[]) => ({
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
export const createEndpoints = (...ips: readonly string[]) => ({
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: { name: 'mesh-config', namespace: 'mesh-system' },
  subsets:
    ips.length > 0 ? [{ addresses: ips.map((ip) => ({ ip })), ports: [{ port: 9443 }] }] : [{ notReadyAddresses: [{ ip: '10.0.0.1' }] }],
});
export const startWebhookController = async (
  prepare: (api: ApiServer) => void,
  ca = firstBundle,
  clock: Clock = systemClock,
): Promise<TestWebhookController> => {
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
  const made: TestWebhookController = {
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
export const webhooksOf = ({ api }: TestWebhookController, name = 'mesh-config') =>
  (
    api.objects.get(
      api.objects.kinds().find(({ kind }) => kind === 'ValidatingWebhookConfiguration')!,
      name,
    ) as unknown as ReturnType<typeof createWebhookConfiguration>
  ).webhooks;
/** Failure policy and bundle of each webhook. */
export const describeWebhooks = (one: TestWebhookController): string[] =>
  webhooksOf(one).map(
    ({ failurePolicy, clientConfig: { caBundle } }) =>
      `${failurePolicy} ${caBundle === encodeBase64(firstBundle) ? 'first' : caBundle === encodeBase64(secondBundle) ? 'second' : 'other'}`,
  );
export const patchesOf = ({ api }: TestWebhookController) => api.requests.filter(({ method }) => method === 'PATCH');
