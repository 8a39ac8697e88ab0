import { getNode, labelsOf } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Analyzer, AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { portsOf, matchesSelector, serviceSelectorOf } from '../hosts.ts';
import { groupBy } from '../group-by.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';
import { isInjectionEnabled } from '../workloads.ts';

const isInMesh = (deployment: Resource, look: AnalysisContext): boolean => {
  const said = getNode(specOf(deployment), 'template', 'metadata', 'annotations', 'sidecar.istio.io/inject').value;
  if (said !== undefined && said !== null) return String(said) === 'true';
  const namespace = look.find(collections.namespaces, namespaceOf(deployment));
  return namespace !== undefined && isInjectionEnabled(namespace);
};

const servicesByNamespace = (look: AnalysisContext): ReadonlyMap<string, readonly Resource[]> =>
  groupBy(look.list(collections.services), namespaceOf);

/** Services of a deployment in the mesh: there must be at least one, and they must use the same protocol for each port. */
export const deploymentServicesAnalyzer: Analyzer = {
  name: 'deployment-services',
  codes: ['IST0116', 'IST0117'],
  collections: [collections.deployments],
  requires: [collections.services, collections.namespaces],
  *check(resource, look) {
    if (!isInMesh(resource, look)) return;
    const labels = labelsOf(getNode(specOf(resource), 'template', 'metadata', 'labels')) ?? {};
    const services = (look.memoize(servicesByNamespace).get(namespaceOf(resource)) ?? []).filter((service) => {
      const selector = serviceSelectorOf(service);
      return selector !== undefined && matchesSelector(selector, labels);
    });
    const { pointer } = getNode(specOf(resource), 'template');
    if (services.length === 0) {
      yield {
        code: 'IST0117',
        pointer,
        message:
          `No Service of ${namespaceOf(resource)} selects the pods of this deployment: ` +
          'a workload in the mesh belongs to at least one; write a Service with a selector of its labels',
      };
      return;
    }
    const ports = new Map<number, Map<string, string[]>>();
    for (const service of services)
      for (const { number, protocol } of portsOf(service)) {
        const protocols = ports.get(number) ?? new Map<string, string[]>();
        ports.set(number, protocols.set(protocol, [...(protocols.get(protocol) ?? []), service.name]));
      }
    for (const [number, protocols] of ports) {
      if (protocols.size > 1)
        yield {
          code: 'IST0116',
          pointer,
          message:
            `Services of this deployment speak different protocols at port ${number}: ` +
            `${[...protocols].map(([protocol, names]) => `${protocol} by ${names.join(', ')}`).join('; ')}; ` +
            'write one protocol, or other ports',
        };
    }
  },
};
