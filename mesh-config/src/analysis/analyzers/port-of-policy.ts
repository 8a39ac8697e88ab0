import { getNode, getItems, textOf } from '../../resources/document-node.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { portsOf } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';
import { isOfControlPlane, isSystemNamespace } from '../workloads.ts';

/** Checks the ports that policies name: a policy for a name without a port has no effect. */
export const portOfPolicyAnalyzer: Analyzer = {
  name: 'port-of-policy',
  codes: ['IST0114'],
  collections: [collections.policies],
  requires: [collections.services],
  *check(resource, look) {
    if (look.hasAutoMutualTls) return;
    for (const target of getItems(specOf(resource), 'targets')) {
      const service = look.find(collections.services, `${namespaceOf(resource)}/${textOf(getNode(target, 'name'))}`);
      const isTarget = service && !isSystemNamespace(namespaceOf(service)) && !isOfControlPlane(service);
      const ports = isTarget ? portsOf(service).filter(({ protocol }) => protocol === 'TCP') : [];
      for (const place of getItems(target, 'ports').map((port) => getNode(port, 'name'))) {
        const wanted = textOf(place);
        if (wanted === undefined || ports.some(({ name }) => name === wanted)) continue;
        yield {
          code: 'IST0114',
          pointer: place.pointer,
          message: service
            ? `Port ${JSON.stringify(wanted)} is not on Service ${service.name}, so the policy holds for nothing there: it has ` +
              (ports.map((one) => `${one.number}${one.name === '' ? '' : ` (${one.name})`}`).join(', ') || 'none')
            : `Port ${JSON.stringify(wanted)} is of no Service of ${namespaceOf(resource)}, so the policy holds for nothing: ` +
              'a policy targets services of its own namespace by their short names',
        };
      }
    }
  },
};
