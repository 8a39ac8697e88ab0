import type { SourceEvent } from '../../src/resources/resource.ts';
import { type Clock, systemClock } from '../../src/lifecycle/clock.ts';
import { createKubernetesClient, type RequestTimeouts } from '../../src/kubernetes-client/client.ts';
import { openConnection } from '../../src/kubernetes-client/connection.ts';
import { createDefinitionWatcher } from '../../src/kubernetes/definition-watcher.ts';
import { createFailureLog } from '../../src/kubernetes/failure-log.ts';
import { createKubernetesSource, type KubernetesSourceOptions } from '../../src/kubernetes/kubernetes-source.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';
import { createRecordingMetrics } from '../support/recording-metrics.ts';
import { type ApiServer, createApiServer } from './api-server/api-server.ts';
import { join } from 'node:path';
import { kinds } from '../../src/resources/kinds/kinds.ts';
import { crd } from './api-server/kinds.ts';

/** A kubeconfig file for a server; `user`: the content of that key. */
export const writeKubeconfig = (url: string, user: object = {}, cluster: object = {}): string => {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    contexts: [{ name: 'test', context: { cluster: 'here', user: 'me' } }],
    clusters: [{ name: 'here', cluster: { server: url, ...cluster } }],
    users: [{ name: 'me', user }],
  };
  return join(temporaryFolder({ config: JSON.stringify(config) }), 'config');
};
/** A client of the cluster that a kubeconfig file names. */
export const openClient = async (kubeconfig: string, timeouts?: RequestTimeouts) =>
  createKubernetesClient(await openConnection({ kubeconfig, environment: {} }), { userAgent: 'test/1', ...(timeouts ? { timeouts } : {}) });
export const createClient = (api: ApiServer) => openClient(writeKubeconfig(api.url()));

export const defaultOptions = {
  disableResourceReadyCheck: false,
  enableServiceDiscovery: false,
  // Ingress is read by default, but tests count requests, and these tests concern other kinds.
  excludedResourceKinds: ['Endpoints', 'Ingress', 'Namespace', 'Node', 'Pod', 'Service'],
  resyncPeriod: 0,
} as const;
const describeEvent = (event: SourceEvent): string =>
  'resource' in event
    ? `${event.kind} ${event.resource.collection.split('/').at(-1)} ${event.resource.name} ${event.resource.version}`
    : event.kind === 'deleted'
      ? `deleted ${event.collection.split('/').at(-1)} ${event.name}`
      : event.kind === 'full-sync'
        ? `full-sync ${event.collection.split('/').slice(-2).join('/')}`
        : event.kind;

/** An API server with what `prepare` puts there, and a source of it that is not started. */
export const createTestSource = async (
  prepare: (api: ApiServer) => void,
  options: Partial<KubernetesSourceOptions['options']> = {},
  clock: Clock = systemClock,
) => {
  const api = createApiServer();
  prepare(api);
  await api.start();
  const client = await createClient(api),
    log = createRecordingScope(),
    metrics = createRecordingMetrics(),
    events: SourceEvent[] = [];
  const failures = createFailureLog(log, metrics);
  const known = createDefinitionWatcher({ client, clock, failures });
  const source = createKubernetesSource({
    client,
    definitions: known,
    failures,
    options: { ...defaultOptions, ...options },
    clock,
    scope: log,
    metrics,
    emit: (event) => {
      events.push(event);
    },
  });
  return {
    api,
    client,
    log,
    metrics,
    events,
    known,
    source,
    /** The collections without those that are complete at once because the cluster does not have them. */
    told: () => events.map(describeEvent),
    start: async () => {
      await known.start();
      await source.start();
    },
    stop: async () => {
      await source.stop();
      await known.stop();
      await api.kill();
    },
  };
};
export type TestSource = Awaited<ReturnType<typeof createTestSource>>;

const open: TestSource[] = [];
/** A test source that `stopTestSources` stops. */
export const openTestSource = async (...parts: Parameters<typeof createTestSource>): Promise<TestSource> => {
  const source = await createTestSource(...parts);
  open.push(source);
  return source;
};
export const stopTestSources = async (): Promise<void> => {
  for (const one of open.splice(0)) await one.stop();
};
/** Whether each kind is complete. */
export const isSynced =
  ({ events }: TestSource) =>
  (): boolean =>
    events.filter(({ kind }) => kind === 'full-sync').length === kinds.length;

export const createGateway = (name: string, port = 80, more: object = {}) => ({
  apiVersion: 'networking.istio.io/v1alpha3',
  kind: 'Gateway',
  metadata: { name, namespace: 'edge', ...more },
  spec: { servers: [{ port: { number: port, name: 'http', protocol: 'HTTP' } }] },
});
export const gatewayDefinition = crd('networking.istio.io', 'gateways', 'Gateway');
