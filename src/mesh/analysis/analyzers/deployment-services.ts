import { at, labelsOf } from '../../place.ts';
import type { Resource } from '../../resource.ts';
import type { Analyzer, Look } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { portsOf, selects, serviceSelector } from '../hosts.ts';
import { grouped } from '../grouped.ts';
import { namespaceOf, specOf } from '../resource-place.ts';
import { isInjected } from '../workloads.ts';

const isInMesh = (deployment: Resource, look: Look): boolean => {
  const said = at(specOf(deployment), 'template', 'metadata', 'annotations', 'sidecar.istio.io/inject').value;
  const namespace = look.named(collections.namespaces, namespaceOf(deployment));
  return String(said) === 'true' || (String(said) !== 'false' && namespace !== undefined && isInjected(namespace));
};

const byNamespace = (look: Look): ReadonlyMap<string, readonly Resource[]> => grouped(look.all(collections.services), namespaceOf);

/** Services of a deployment that is in the mesh: at least one, and of one mind about each port. */
export const deploymentServices: Analyzer = {
  name: 'deployment-services', codes: ['IST0116', 'IST0117'], about: [collections.deployments], needs: [collections.services, collections.namespaces],
  *check(resource, look) {
    if (!isInMesh(resource, look)) return;
    const labels = labelsOf(at(specOf(resource), 'template', 'metadata', 'labels')) ?? {};
    const services = (look.once(byNamespace).get(namespaceOf(resource)) ?? []).filter((service) => { const selector = serviceSelector(service); return selector !== undefined && selects(selector, labels); });
    const { pointer } = at(specOf(resource), 'template');
    if (services.length === 0) { yield { code: 'IST0117', pointer, message: `No Service of ${namespaceOf(resource)} selects the pods of this deployment: a workload in the mesh belongs to at least one; write a Service with a selector of its labels` }; return; }
    const ports = new Map<number, Map<string, string[]>>();
    for (const service of services) for (const { number, protocol } of portsOf(service)) {
      const protocols = ports.get(number) ?? new Map<string, string[]>();
      ports.set(number, protocols.set(protocol, [...protocols.get(protocol) ?? [], service.name]));
    }
    for (const [number, protocols] of ports) {
      if (protocols.size > 1) yield { code: 'IST0116', pointer, message: `Services of this deployment speak different protocols at port ${number}: ${[...protocols].map(([protocol, names]) => `${protocol} by ${names.join(', ')}`).join('; ')}; write one protocol, or other ports` };
    }
  },
};
