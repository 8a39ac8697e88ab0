import { getNode, getItems, labelsOf, numberOf } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Analyzer, AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { groupBy } from '../group-by.ts';
import { portsOf, matchesSelector, serviceSelectorOf, formatLabels } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';
import { podsMatching } from '../workloads.ts';

type Selector = Readonly<Record<string, string>>;

/** The ingress gateway that the installation of a mesh brings: the labels of its pods, and the ports of its Service. */
const defaultIngress = { labels: { istio: 'ingressgateway' }, ports: [80, 443, 15443, 31400] };
const selectsDefaultIngress = (selector: Selector, { hasDefaultIngress }: AnalysisContext): boolean =>
  hasDefaultIngress && matchesSelector(selector, defaultIngress.labels);

const servicesByNamespace = (look: AnalysisContext) => groupBy(look.list(collections.services), namespaceOf);
/** Ports of the Services that select one of the pods; one without a selector selects all of its namespace. */
const portsOfServices = (pods: readonly Resource[], look: AnalysisContext): readonly number[] => {
  const podsByNamespace = groupBy(pods, namespaceOf);
  return [...podsByNamespace].flatMap(([namespace, own]) =>
    (look.memoize(servicesByNamespace).get(namespace) ?? [])
      .filter((service) => own.some((pod) => matchesSelector(serviceSelectorOf(service) ?? {}, pod.labels)))
      .flatMap((service) => portsOf(service).flatMap(({ number, protocol }) => (protocol === 'TCP' ? [number] : []))),
  );
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
    const ports = new Set([...portsOfServices(pods, look), ...(isDefault ? defaultIngress.ports : [])]);
    for (const server of getItems(spec, 'servers')) {
      yield undefined;
      const port = getNode(server, 'port', 'number'),
        number = numberOf(port);
      if (number !== undefined && !ports.has(number))
        yield {
          code: 'IST0104',
          pointer: port.pointer,
          message:
            `Port ${number} is not on the workload that the gateway selects (${words || 'all pods'}): ` +
            `its Services have ${[...ports].sort((a, b) => a - b).join(', ') || 'none'}`,
        };
    }
  },
};
