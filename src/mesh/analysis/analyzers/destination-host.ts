import { at, isThere, textOf } from '../../place.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { destinationsOf, fullHost, knownAs } from '../hosts.ts';
import { namespaceOf } from '../resource-place.ts';

/** Hosts that virtual services send to, and the port of one that has several. */
export const destinationHost: Analyzer = {
  name: 'destination-host', codes: ['IST0101', 'IST0112'], about: [collections.virtualServices], needs: [collections.services, collections.serviceEntries],
  *check(resource, look) {
    const namespace = namespaceOf(resource);
    for (const destination of destinationsOf(resource)) {
      const place = at(destination, 'host'), host = textOf(place);
      if (host === undefined) continue;
      const known = knownAs(host, namespace, look);
      if (known.length === 0) {
        yield { code: 'IST0101', pointer: place.pointer, message: `Host ${JSON.stringify(host)} is not found: there is neither a Service nor a ServiceEntry of ${fullHost(host, namespace, look.domain)} that ${namespace} sees` };
        continue;
      }
      const { ports } = known[0]!;
      if (ports.length > 1 && !isThere(at(destination, 'port'))) yield { code: 'IST0112', pointer: destination.pointer, message: `Host ${JSON.stringify(host)} has several ports (${ports.map(({ number }) => number).join(', ')}): write port.number to say which is meant` };
    }
  },
};
