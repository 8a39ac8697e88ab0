import type { Resource } from '../resources/resource.ts';
import { isDnsLabel } from '../resources/rules/grammar/names.ts';
import { protocolOf } from './protocol.ts';
import {
  type EndpointAddress,
  type EndpointSubset,
  parseEndpointSubsets,
  parsePodSpec,
  parseServiceSpec,
  type Port,
  type ServiceSpec,
} from './kubernetes-specs.ts';

/** The objects that a service entry depends on. */
export interface DiscoveryContext {
  /** `--domain` */
  readonly domain: string;
  /** The trust domain of the mesh: who vouches for workloads. */
  readonly trustDomain: string;
  /** Pods by `namespace/name`; without ended ones. */
  pod(name: string): Resource | undefined;
  /** Pods with this address that have not ended: several share one in the host network of their node. */
  podsAt(address: string): readonly Resource[];
  node(name: string): Resource | undefined;
}

const annotationNames = {
  exportTo: 'networking.istio.io/exportTo',
  service: 'networking.alpha.istio.io/serviceVersion',
  endpoints: 'networking.alpha.istio.io/endpointsVersion',
  notReady: 'networking.alpha.istio.io/notReadyEndpoints',
} as const;
/** Labels of a node, in the order of precedence. */
const regions = ['topology.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/region'],
  zones = ['topology.kubernetes.io/zone', 'failure-domain.beta.kubernetes.io/zone'];

const localityOf = (node: Resource | undefined): string => {
  const first = (labels: readonly string[]): string => labels.map((label) => node?.labels[label]).find(Boolean) ?? '';
  const [region, zone] = [first(regions), first(zones)];
  return region === '' && zone === '' ? '' : `${region}/${zone}`;
};
/** Pods by their address, because hand-written Endpoints do not name them; a pod without a known address by its name. */
const podOf = ({ ip = '', target }: EndpointAddress, namespace: string, { pod, podsAt }: DiscoveryContext): Resource | undefined => {
  const name = target.kind === 'Pod' && target.name ? `${target.namespace ?? namespace}/${target.name}` : '';
  const found = podsAt(ip);
  const named = pod(name);
  return found.find((one) => one.name === name) ?? found[0] ?? (named?.status?.podIP === undefined ? named : undefined);
};

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
      // A cluster fills in the account; in files it may be missing.
      const account = parsePodSpec(pod?.spec).serviceAccountName ?? 'default';
      return pod ? [`spiffe://${around.trustDomain}/ns/${pod.name.split('/')[0]}/sa/${account}`] : [];
    });
  return [...new Set(found)].sort();
};
const notReadyEndpointsOf = (subsets: readonly EndpointSubset[]): string =>
  subsets
    .flatMap(({ notReady, ports }) =>
      notReady.flatMap(({ ip }) => (ip ? ports.flatMap(({ port }) => (port === undefined ? [] : [`${ip}:${port}`])) : [])),
    )
    .join(',');

/** Ports without a valid name, and of SCTP, are left out: no sink can use them. */
const isServedPort = ({ name, protocol }: Port): boolean => isDnsLabel(name) && protocol !== 'SCTP';

/** The names of ports of a Service that are left out. */
export const omittedPortsOf = ({ spec }: Pick<Resource, 'spec'>): readonly string[] =>
  parseServiceSpec(spec)
    .ports.filter((port) => !isServedPort(port))
    .map(
      ({ name, port, protocol }) =>
        `${port ?? 'without a number'} (${name === '' ? 'no name' : name}${protocol === 'SCTP' ? ', SCTP' : ''})`,
    );

const exportToOf = (annotation = ''): readonly string[] =>
  annotation
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .sort();

const createSpec = (host: string, spec: ServiceSpec, endpoints: readonly Endpoint[]): Readonly<Record<string, unknown>> => {
  const external = spec.type === 'ExternalName';
  const headless = spec.clusterIP === 'None' || !spec.clusterIP;
  const ports = spec.ports
    .filter(isServedPort)
    .map(({ name, port: number = 0, protocol: transport }) => ({ number, name, protocol: protocolOf(name, number, transport) }));
  const outside = { address: spec.externalName ?? '', ports: Object.fromEntries(ports.map(({ name, number }) => [name, number])) };
  const found = !external ? endpoints : outside.address === '' ? [] : [outside];
  return {
    hosts: [host],
    addresses: [headless || external ? '0.0.0.0' : spec.clusterIP!],
    ports,
    location: external ? 'MESH_EXTERNAL' : 'MESH_INTERNAL',
    resolution: external ? 'DNS' : found.length > 0 ? 'STATIC' : 'NONE',
    ...(found.length > 0 ? { endpoints: found } : {}),
  };
};

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
  const subsets = spec.type === 'ExternalName' ? [] : parseEndpointSubsets(endpoints?.spec);
  const names = serviceAccountsOf(subsets, namespace, around);
  const waiting = notReadyEndpointsOf(subsets);
  const exportTo = exportToOf(service.annotations[annotationNames.exportTo]);
  return {
    labels: service.labels,
    annotations: {
      ...service.annotations,
      [annotationNames.service]: service.version,
      ...(endpoints ? { [annotationNames.endpoints]: endpoints.version } : {}),
      ...(waiting === '' ? {} : { [annotationNames.notReady]: waiting }),
    },
    spec: {
      ...createSpec(`${name}.${namespace}.svc.${around.domain}`, spec, endpointsOf(subsets, namespace, around)),
      ...(names.length > 0 ? { subjectAltNames: names } : {}),
      ...(exportTo.length > 0 ? { exportTo } : {}),
    },
  };
};
