import type { Resource } from '../resources/resource.ts';
import { protocolOf } from './protocol.ts';
import { type EndpointAddress, parsePodSpec, parseServiceSpec, type EndpointSubset, parseEndpointSubsets } from './kubernetes-specs.ts';

/** What surrounds a service. */
export interface DiscoveryContext {
  /** `--domain` */
  readonly domain: string;
  /** Of the mesh: who vouches for workloads. */
  readonly trustDomain: string;
  /** By `namespace/name`. */
  pod(name: string): Resource | undefined;
  node(name: string): Resource | undefined;
}

const annotationNames = {
  exportTo: 'networking.istio.io/exportTo',
  service: 'networking.alpha.istio.io/serviceVersion',
  endpoints: 'networking.alpha.istio.io/endpointsVersion',
  notReady: 'networking.alpha.istio.io/notReadyEndpoints',
} as const;
/** Of a node, in the order in which they are believed. */
const regions = ['topology.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/region'],
  zones = ['topology.kubernetes.io/zone', 'failure-domain.beta.kubernetes.io/zone'];

const localityOf = (node: Resource | undefined): string => {
  const first = (labels: readonly string[]): string => labels.map((label) => node?.labels[label]).find(Boolean) ?? '';
  const [region, zone] = [first(regions), first(zones)];
  return region === '' && zone === '' ? '' : `${region}/${zone}`;
};
const podOf = ({ target }: EndpointAddress, namespace: string, { pod }: DiscoveryContext): Resource | undefined =>
  target.kind === 'Pod' && target.name ? pod(`${target.namespace ?? namespace}/${target.name}`) : undefined;

interface Endpoint {
  readonly address: string;
  readonly ports: Readonly<Record<string, number>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly locality?: string;
}

const endpointsOf = (subsets: readonly EndpointSubset[], namespace: string, around: DiscoveryContext): readonly Endpoint[] =>
  subsets.flatMap(({ addresses, ports }) =>
    addresses.flatMap((address): readonly Endpoint[] => {
      if (!address.ip) return [];
      const pod = podOf(address, namespace, around);
      const nodeName = address.nodeName ?? parsePodSpec(pod?.spec).nodeName;
      const place = localityOf(nodeName === undefined ? undefined : around.node(nodeName));
      return [
        {
          address: address.ip,
          ports: Object.fromEntries(ports.flatMap(({ name, port }) => (port === undefined ? [] : [[name, port]]))),
          ...(pod && Object.keys(pod.labels).length > 0 ? { labels: pod.labels } : {}),
          ...(place === '' ? {} : { locality: place }),
        },
      ];
    }),
  );

const serviceAccountsOf = (subsets: readonly EndpointSubset[], namespace: string, around: DiscoveryContext): readonly string[] => {
  const found = subsets
    .flatMap(({ addresses }) => addresses)
    .flatMap((address) => {
      const pod = podOf(address, namespace, around);
      const account = parsePodSpec(pod?.spec).serviceAccountName;
      return pod && account ? [`spiffe://${around.trustDomain}/ns/${pod.name.split('/')[0]}/sa/${account}`] : [];
    });
  return [...new Set(found)].sort();
};
const notReadyEndpointsOf = (subsets: readonly EndpointSubset[]): string =>
  subsets
    .flatMap(({ notReady, ports }) =>
      notReady.flatMap(({ ip }) => (ip ? ports.flatMap(({ port }) => (port === undefined ? [] : [`${ip}:${port}`])) : [])),
    )
    .join(',');

/**
 * A service of Kubernetes, with where it runs, as the spec of a ServiceEntry, and its annotations. The versions of what
 * it was made of are among these, so that it differs whenever they do.
 */
export const createServiceEntry = (
  service: Resource,
  endpoints: Resource | undefined,
  around: DiscoveryContext,
): Pick<Resource, 'annotations' | 'labels' | 'spec'> => {
  const spec = parseServiceSpec(service.spec);
  const [namespace, name] = service.name.split('/') as [string, string];
  const external = spec.type === 'ExternalName';
  const headless = spec.clusterIP === 'None' || (!external && !spec.clusterIP);
  const subsets = external ? [] : parseEndpointSubsets(endpoints?.spec);
  const found = external && spec.externalName ? [{ address: spec.externalName, ports: {} }] : endpointsOf(subsets, namespace, around);
  const names = serviceAccountsOf(subsets, namespace, around);
  const waiting = notReadyEndpointsOf(subsets);
  const exportTo = (service.annotations[annotationNames.exportTo] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  return {
    labels: service.labels,
    annotations: {
      ...service.annotations,
      [annotationNames.service]: service.version,
      ...(endpoints ? { [annotationNames.endpoints]: endpoints.version } : {}),
      ...(waiting === '' ? {} : { [annotationNames.notReady]: waiting }),
    },
    spec: {
      hosts: [`${name}.${namespace}.svc.${around.domain}`],
      addresses: [headless || external ? '0.0.0.0' : spec.clusterIP!],
      ports: spec.ports.map(({ name: port, port: number = 0, protocol }) => ({ number, name: port, protocol: protocolOf(port, protocol) })),
      location: external ? 'MESH_EXTERNAL' : 'MESH_INTERNAL',
      resolution: external ? 'DNS' : headless ? 'NONE' : 'STATIC',
      ...(found.length > 0 ? { endpoints: found } : {}),
      ...(names.length > 0 ? { subjectAltNames: names } : {}),
      ...(exportTo.length > 0 ? { exportTo } : {}),
    },
  };
};
