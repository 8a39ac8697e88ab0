import { getNode, getItems, numberOf, textOf } from '../../resources/document-node.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { portsOf } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';

/** Services that policies target, and their ports. */
export const portOfPolicyAnalyzer: Analyzer = {
  name: 'port-of-policy',
  codes: ['IST0101', 'IST0114'],
  collections: [collections.policies],
  requires: [collections.services],
  *check(resource, look) {
    for (const target of getItems(specOf(resource), 'targets')) {
      const place = getNode(target, 'name'),
        name = textOf(place);
      if (name === undefined) continue;
      const service = look.find(collections.services, `${namespaceOf(resource)}/${name}`);
      if (!service) {
        yield {
          code: 'IST0101',
          pointer: place.pointer,
          message:
            `Service ${JSON.stringify(name)} is not found in ${namespaceOf(resource)}: ` +
            'a policy targets services of its own namespace by their short names',
        };
        continue;
      }
      const ports = portsOf(service);
      for (const port of getItems(target, 'ports')) {
        const [number, wanted] = [numberOf(getNode(port, 'number')), textOf(getNode(port, 'name'))];
        if (
          (number !== undefined && ports.some((one) => one.number === number)) ||
          (wanted !== undefined && ports.some((one) => one.name === wanted)) ||
          (number === undefined && wanted === undefined)
        )
          continue;
        yield {
          code: 'IST0114',
          pointer: getNode(port, number === undefined ? 'name' : 'number').pointer,
          message:
            `Port ${number ?? JSON.stringify(wanted)} is not on Service ${service.name}, so the policy holds for nothing there: it has ` +
            (ports.map((one) => `${one.number}${one.name === '' ? '' : ` (${one.name})`}`).join(', ') || 'none'),
        };
      }
    }
  },
};
