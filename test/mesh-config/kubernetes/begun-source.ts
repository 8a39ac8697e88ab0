import type { SourceEvent } from '../../../src/mesh/resource.ts';
import { realClock } from '../../../src/mesh-config/clock.ts';
import { kubernetesClient } from '../../../src/mesh-config/kubernetes/client.ts';
import { connection } from '../../../src/mesh-config/kubernetes/connection.ts';
import { definitions } from '../../../src/mesh-config/kubernetes/definitions.ts';
import { failureLog } from '../../../src/mesh-config/kubernetes/failure-log.ts';
import { kubernetesSource, type KubernetesSourceParts } from '../../../src/mesh-config/kubernetes/kubernetes-source.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { heard } from '../mcp/begun.ts';
import { counted } from '../processing/counted.ts';
import { type ApiServer, apiServer } from './api-server/api-server.ts';
import { join } from 'node:path';

/** A kubeconfig file for a server; `user` is what stands under that key. */
export const kubeconfig = (url: string, user: object = {}, cluster: object = {}): string => {
  const config = {
    apiVersion: 'v1', kind: 'Config', 'current-context': 'test', contexts: [{ name: 'test', context: { cluster: 'here', user: 'me' } }],
    clusters: [{ name: 'here', cluster: { server: url, ...cluster } }], users: [{ name: 'me', user }],
  };
  return join(temporaryFolder({ config: JSON.stringify(config) }), 'config');
};
export const clientOf = async (api: ApiServer) => kubernetesClient(await connection({ kubeconfig: kubeconfig(api.url()), environment: {} }));

export const defaults = { disableResourceReadyCheck: false, enableServiceDiscovery: false, excludedResourceKinds: ['Endpoints', 'Namespace', 'Node', 'Pod', 'Service'], resyncPeriod: 0 } as const;
const said = (event: SourceEvent): string => ('resource' in event ? `${event.kind} ${event.resource.collection.split('/').at(-1)} ${event.resource.name} ${event.resource.version}`
  : event.kind === 'deleted' ? `deleted ${event.collection.split('/').at(-1)} ${event.name}` : event.kind === 'full-sync' ? `full-sync ${event.collection.split('/').slice(-2).join('/')}` : event.kind);

/** An API server with what `prepare` puts there, and a source of it that is not started. */
export const begunSource = async (prepare: (api: ApiServer) => void, options: Partial<KubernetesSourceParts['options']> = {}) => {
  const api = apiServer();
  prepare(api);
  await api.start();
  const client = await clientOf(api), log = heard(), metrics = counted(), events: SourceEvent[] = [];
  const failures = failureLog(log, metrics);
  const known = definitions({ client, clock: realClock, failures });
  const source = kubernetesSource({ client, definitions: known, failures, options: { ...defaults, ...options }, clock: realClock, scope: log, metrics, tell: (event) => { events.push(event); } });
  return {
    api, client, log, metrics, events, known, source,
    /** Without the collections that are told whole because the cluster does not have them. */
    told: () => events.map(said),
    start: async () => { await known.start(); await source.start(); },
    stop: async () => { await source.stop(); await known.stop(); await api.kill(); },
  };
};
export type BegunSource = Awaited<ReturnType<typeof begunSource>>;

export const gateway = (name: string, port = 80, more: object = {}) => ({
  apiVersion: 'networking.istio.io/v1alpha3', kind: 'Gateway', metadata: { name, namespace: 'edge', ...more }, spec: { servers: [{ port: { number: port, name: 'http', protocol: 'HTTP' } }] },
});
