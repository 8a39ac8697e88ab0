import { getNode, isPresent, textOf } from '../../resources/document-node.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { destinationsOf, qualifyHost, findHostEntries } from '../hosts.ts';
import { namespaceOf } from '../resource-fields.ts';

/** Destination hosts of virtual services, and the port where a host has several. */
export const destinationHostAnalyzer: Analyzer = {
  name: 'destination-host',
  codes: ['IST0101', 'IST0112'],
  collections: [collections.virtualServices],
  requires: [collections.services, collections.serviceEntries],
  *check(resource, look) {
    const namespace = namespaceOf(resource);
    for (const destination of destinationsOf(resource)) {
      const place = getNode(destination, 'host'),
        host = textOf(place);
      if (host === undefined) continue;
      const known = findHostEntries(host, namespace, look);
      if (known.length === 0) {
        yield {
          code: 'IST0101',
          pointer: place.pointer,
          message:
            `Host ${JSON.stringify(host)} is not found: ` +
            `there is neither a Service nor a ServiceEntry of ${qualifyHost(host, namespace, look.domain)} that ${namespace} sees`,
        };
        continue;
      }
      const { ports } = known[0]!;
      if (ports.length > 1 && !isPresent(getNode(destination, 'port')))
        yield {
          code: 'IST0112',
          pointer: destination.pointer,
          message:
            `Host ${JSON.stringify(host)} has several ports (${ports.map(({ number }) => number).join(', ')}): ` +
            'write port.number to choose one',
        };
    }
  },
};
