import { getNode, getItems, labelsOf, numberOf } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Analyzer, AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { groupBy } from '../group-by.ts';
import { portsOf, matchesSelector, serviceSelectorOf, formatLabels, type ServicePort } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';
import { podsMatching } from '../workloads.ts';

type Selector = Readonly<Record<string, string>>;

/** A Service of the workload: where it is named in a message, and the ports at which it can be reached. */
interface GatewayService {
  readonly name: string;
  readonly ports: readonly Pick<ServicePort, 'number' | 'targetPort'>[];
}
/** The ingress gateway that the installation of a mesh brings: the labels of its pods, and the ports of its Service. */
const defaultIngress: { readonly labels: Selector; readonly service: GatewayService } = {
  labels: { istio: 'ingressgateway' },
  service: { name: 'istio-ingressgateway', ports: [80, 443, 15443, 31400].map((number) => ({ number, targetPort: number })) },
};
const selectsDefaultIngress = (selector: Selector, { hasDefaultIngress }: AnalysisContext): boolean =>
  hasDefaultIngress && matchesSelector(selector, defaultIngress.labels);

const servicesByNamespace = (look: AnalysisContext) => groupBy(look.list(collections.services), namespaceOf);
/** The Services that select one of the pods, with their TCP ports; one without a selector selects all of its namespace. */
const servicesOf = (pods: readonly Resource[], look: AnalysisContext): readonly GatewayService[] => {
  const podsByNamespace = groupBy(pods, namespaceOf);
  return [...podsByNamespace].flatMap(([namespace, own]) =>
    (look.memoize(servicesByNamespace).get(namespace) ?? [])
      .filter((service) => own.some((pod) => matchesSelector(serviceSelectorOf(service) ?? {}, pod.labels)))
      .map((service) => ({ name: service.name, ports: portsOf(service).filter(({ protocol }) => protocol === 'TCP') })),
  );
};
/** The port of the pods, where it is a number; a name does not say which. */
const targetNumber = ({ targetPort }: Pick<ServicePort, 'targetPort'>): number | undefined =>
  typeof targetPort === 'number' || /^\d+$/.test(targetPort) ? Number(targetPort) : undefined;
/** The proxy listens on the port to which a Service sends; the port of the Service is accepted as well, as in the public project. */
const acceptedPorts = (services: readonly GatewayService[]): ReadonlySet<number> =>
  new Set(services.flatMap(({ ports }) => ports.flatMap((port) => [port.number, targetNumber(port) ?? port.number])));

const maxNamedServices = 5;
const describePort = (port: GatewayService['ports'][number]): string => {
  const target = targetNumber(port) ?? port.number;
  return target === port.number ? `${port.number}` : `${port.number} to ${target}`;
};
/** `edge/inner (80 to 8081, 443)`: the Services that were looked at. */
const describeServices = (services: readonly GatewayService[]): string => {
  if (services.length === 0) return 'no Service selects it';
  const named = services
    .slice(0, maxNamedServices)
    .map(({ name, ports }) => `${name} (${ports.map(describePort).join(', ') || 'no TCP port'})`);
  const more = services.length - named.length;
  return `its Services are ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** The workload that a gateway selects, and the ports of its servers. */
export const gatewayPortAnalyzer: Analyzer = {
  name: 'gateway-port',
  codes: ['IST0101', 'IST0104'],
  collections: [collections.gateways],
  requires: [],
  *check(resource, look) {
    const spec = specOf(resource),
      place = getNode(spec, 'selector'),
      selector = labelsOf(place) ?? {};
    const isDefault = selectsDefaultIngress(selector, look);
    if (!isDefault && !look.isKnown(collections.pods)) return;
    const pods = podsMatching(selector, look);
    const words = formatLabels(selector);
    if (pods.length === 0 && !isDefault) {
      yield {
        code: 'IST0101',
        pointer: place.pointer,
        message: `No pod has the labels ${words} that the gateway selects: write those of the proxies that shall serve it`,
      };
      return;
    }
    const services = [...servicesOf(pods, look), ...(isDefault ? [defaultIngress.service] : [])];
    const ports = acceptedPorts(services);
    for (const server of getItems(spec, 'servers')) {
      yield undefined;
      const port = getNode(server, 'port', 'number'),
        number = numberOf(port);
      if (number !== undefined && !ports.has(number))
        yield {
          code: 'IST0104',
          pointer: port.pointer,
          message: `Port ${number} is not on the workload that the gateway selects (${words || 'all pods'}): ${describeServices(services)}`,
        };
    }
  },
};
