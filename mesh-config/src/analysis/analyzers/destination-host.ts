import { getNode, isPresent, numberOf, textOf } from '../../resources/document-node.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { destinationsOf, findHostEntries, isClusterHost, qualifyHost } from '../hosts.ts';
import { namespaceOf } from '../resource-fields.ts';

const describeMissing = (host: string, full: string, namespace: string): string =>
  `Host ${JSON.stringify(host)} is not found: there is neither a Service nor a ServiceEntry of ${full} that ${namespace} sees`;

/** Destination hosts of virtual services, their ports, and the port where a host has several. */
export const destinationHostAnalyzer: Analyzer = {
  name: 'destination-host',
  codes: ['IST0101', 'IST0112'],
  collections: [collections.virtualServices],
  requires: [collections.serviceEntries],
  *check(resource, look) {
    const namespace = namespaceOf(resource);
    for (const destination of destinationsOf(resource)) {
      yield undefined;
      const place = getNode(destination, 'host'),
        host = textOf(place);
      if (host === undefined) continue;
      const known = findHostEntries(host, namespace, look);
      const full = qualifyHost(host, namespace, look.domain);
      if (known.length === 0) {
        if (isClusterHost(full, look.domain) && !look.isKnown(collections.services)) continue;
        yield {
          code: 'IST0101',
          pointer: place.pointer,
          message: describeMissing(host, full, namespace),
        };
        continue;
      }
      const { ports } = known[0]!;
      const port = getNode(destination, 'port');
      const number = numberOf(getNode(port, 'number')) ?? 0;
      if (isPresent(port) && !known.some((entry) => entry.ports.some((one) => one.number === number)))
        yield {
          code: 'IST0101',
          pointer: port.pointer,
          message:
            `Port ${number} of host ${JSON.stringify(host)} is not found: ` +
            `it has ${ports.map((one) => one.number).join(', ') || 'no ports'}`,
        };
      if (ports.length > 1 && !isPresent(port))
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
