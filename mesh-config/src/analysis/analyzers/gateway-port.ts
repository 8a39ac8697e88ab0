import { getNode, getItems, labelsOf, numberOf } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Analyzer, AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { groupBy } from '../group-by.ts';
import { portsOf, matchesSelector, serviceSelectorOf, formatLabels } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';
import { podsMatching } from '../workloads.ts';

const containerPorts = (pod: Resource): readonly number[] =>
  getItems(specOf(pod), 'containers').flatMap((one) =>
    getItems(one, 'ports').flatMap((port) => numberOf(getNode(port, 'containerPort')) ?? []),
  );
const servicesByNamespace = (look: AnalysisContext) => groupBy(look.list(collections.services), namespaceOf);
/** Ports of a workload: those of its services, to which gateways refer, and those of its containers. */
const reachablePorts = (pods: readonly Resource[], look: AnalysisContext): ReadonlySet<number> => {
  const ports = new Set(pods.flatMap(containerPorts));
  for (const service of [...new Set(pods.map(namespaceOf))].flatMap(
    (namespace) => look.memoize(servicesByNamespace).get(namespace) ?? [],
  )) {
    const selector = serviceSelectorOf(service);
    if (selector && pods.some((pod) => namespaceOf(pod) === namespaceOf(service) && matchesSelector(selector, pod.labels)))
      for (const { number } of portsOf(service)) ports.add(number);
  }
  return ports;
};

/** The ports of the default gateway of a mesh by its selector, used when it has no pods. */
const defaultGatewayPorts = new Map([['istio=ingressgateway', new Set([80, 443, 15021, 15029, 15030, 15031, 15032, 15443, 31400])]]);

/** The workload that a gateway selects, and the ports of its servers. */
export const gatewayPortAnalyzer: Analyzer = {
  name: 'gateway-port',
  codes: ['IST0101', 'IST0104'],
  collections: [collections.gateways],
  requires: [collections.pods, collections.services],
  *check(resource, look) {
    const spec = specOf(resource),
      place = getNode(spec, 'selector'),
      selector = labelsOf(place);
    if (!selector) return;
    const pods = podsMatching(selector, look);
    const words = formatLabels(selector);
    const known = defaultGatewayPorts.get(words);
    if (pods.length === 0 && !known) {
      yield {
        code: 'IST0101',
        pointer: place.pointer,
        message: `No pod has the labels ${words} that the gateway selects: write those of the proxies that shall serve it`,
      };
      return;
    }
    const ports = pods.length === 0 ? known! : reachablePorts(pods, look);
    for (const server of getItems(spec, 'servers')) {
      const port = getNode(server, 'port', 'number'),
        number = numberOf(port);
      if (number !== undefined && !ports.has(number))
        yield {
          code: 'IST0104',
          pointer: port.pointer,
          message:
            `Port ${number} is not on the workload that the gateway selects (${words}): ` +
            `it has ${[...ports].sort((a, b) => a - b).join(', ') || 'none'}`,
        };
    }
  },
};
