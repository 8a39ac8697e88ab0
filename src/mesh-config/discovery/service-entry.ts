import type { Resource } from '../../mesh/resource.ts';
import { protocolOf } from './protocol.ts';
import type { EndpointAddress, EndpointsBody, PodSpec, ServiceSpec } from './shapes.ts';

/** What surrounds a service. */
export interface Surroundings {
  /** `--domain` */
  readonly domain: string;
  /** Of the mesh: who vouches for workloads. */
  readonly trustDomain: string;
  /** By `namespace/name`. */
  pod(name: string): Resource | undefined;
  node(name: string): Resource | undefined;
}

const annotation = { exportTo: 'networking.istio.io/exportTo', service: 'networking.alpha.istio.io/serviceVersion', endpoints: 'networking.alpha.istio.io/endpointsVersion', notReady: 'networking.alpha.istio.io/notReadyEndpoints' } as const;
/** Of a node, in the order in which they are believed. */
const regions = ['topology.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/region'], zones = ['topology.kubernetes.io/zone', 'failure-domain.beta.kubernetes.io/zone'];

const locality = (node: Resource | undefined): string => {
  const first = (labels: readonly string[]): string => labels.map((label) => node?.labels[label]).find(Boolean) ?? '';
  const [region, zone] = [first(regions), first(zones)];
  return region === '' && zone === '' ? '' : `${region}/${zone}`;
};
const podOf = ({ targetRef }: EndpointAddress, namespace: string, { pod }: Surroundings): Resource | undefined =>
  (targetRef?.kind === 'Pod' && targetRef.name ? pod(`${targetRef.namespace ?? namespace}/${targetRef.name}`) : undefined);

interface Endpoint { readonly address: string; readonly ports: Readonly<Record<string, number>>; readonly labels?: Readonly<Record<string, string>>; readonly locality?: string }

const endpointsIn = (body: EndpointsBody, namespace: string, around: Surroundings): readonly Endpoint[] => (body.subsets ?? []).flatMap(({ addresses = [], ports = [] }) =>
  addresses.flatMap((address): readonly Endpoint[] => {
    if (!address.ip) return [];
    const pod = podOf(address, namespace, around);
    const nodeName = address.nodeName ?? (pod?.spec as PodSpec | undefined)?.nodeName;
    const place = locality(nodeName === undefined ? undefined : around.node(nodeName));
    return [{
      address: address.ip, ports: Object.fromEntries(ports.flatMap(({ name = '', port }) => (port === undefined ? [] : [[name, port]]))),
      ...(pod && Object.keys(pod.labels).length > 0 ? { labels: pod.labels } : {}), ...(place === '' ? {} : { locality: place }),
    }];
  }));

const accountsIn = (body: EndpointsBody, namespace: string, around: Surroundings): readonly string[] => {
  const found = (body.subsets ?? []).flatMap(({ addresses = [] }) => addresses).flatMap((address) => {
    const pod = podOf(address, namespace, around);
    const account = (pod?.spec as PodSpec | undefined)?.serviceAccountName;
    return pod && account ? [`spiffe://${around.trustDomain}/ns/${pod.name.split('/')[0]}/sa/${account}`] : [];
  });
  return [...new Set(found)].sort();
};
const notReady = (body: EndpointsBody): string => (body.subsets ?? []).flatMap(({ notReadyAddresses = [], ports = [] }) =>
  notReadyAddresses.flatMap(({ ip }) => ports.map(({ port }) => `${ip}:${port}`))).join(',');

/**
 * A service of Kubernetes, with where it runs, as the spec of a ServiceEntry, and its annotations. The versions of what
 * it was made of are among these, so that it differs whenever they do.
 */
export const serviceEntry = (service: Resource, endpoints: Resource | undefined, around: Surroundings): Pick<Resource, 'annotations' | 'labels' | 'spec'> => {
  const spec = (service.spec ?? {}) as ServiceSpec;
  const [namespace, name] = service.name.split('/') as [string, string];
  const external = spec.type === 'ExternalName';
  const headless = spec.clusterIP === 'None' || (!external && !spec.clusterIP);
  const body = (external ? {} : endpoints?.spec ?? {}) as EndpointsBody;
  const found = external && spec.externalName ? [{ address: spec.externalName, ports: {} }] : endpointsIn(body, namespace, around);
  const names = accountsIn(body, namespace, around);
  const waiting = notReady(body);
  const exportTo = (service.annotations[annotation.exportTo] ?? '').split(',').map((one) => one.trim()).filter(Boolean);
  return {
    labels: service.labels,
    annotations: {
      ...service.annotations, [annotation.service]: service.version,
      ...(endpoints ? { [annotation.endpoints]: endpoints.version } : {}), ...(waiting === '' ? {} : { [annotation.notReady]: waiting }),
    },
    spec: {
      hosts: [`${name}.${namespace}.svc.${around.domain}`],
      addresses: [headless || external ? '0.0.0.0' : spec.clusterIP!],
      ports: (spec.ports ?? []).map(({ name: port = '', port: number = 0, protocol }) => ({ number, name: port, protocol: protocolOf(port, protocol) })),
      location: external ? 'MESH_EXTERNAL' : 'MESH_INTERNAL',
      resolution: external ? 'DNS' : headless ? 'NONE' : 'STATIC',
      ...(found.length > 0 ? { endpoints: found } : {}), ...(names.length > 0 ? { subjectAltNames: names } : {}), ...(exportTo.length > 0 ? { exportTo } : {}),
    },
  };
};
