import { at, each, textOf } from '../../place.ts';
import type { Analyzer, Look } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { destinationsOf, fullHost } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-place.ts';

const subsets = (look: Look): ReadonlySet<string> => new Set(look.all(collections.destinationRules).flatMap((rule) => {
  const spec = specOf(rule), host = textOf(at(spec, 'host'));
  return host === undefined ? [] : each(spec, 'subsets').map((subset) => `${fullHost(host, namespaceOf(rule), look.domain)} ${textOf(at(subset, 'name'))}`);
}));

/** Subsets that virtual services send to: a destination rule of the host has to name them. */
export const destinationSubset: Analyzer = {
  name: 'destination-subset', codes: ['IST0101'], about: [collections.virtualServices], needs: [collections.destinationRules],
  *check(resource, look) {
    for (const destination of destinationsOf(resource)) {
      const host = textOf(at(destination, 'host')), place = at(destination, 'subset'), subset = textOf(place);
      if (host === undefined || subset === undefined) continue;
      const full = fullHost(host, namespaceOf(resource), look.domain);
      if (!look.once(subsets).has(`${full} ${subset}`)) yield { code: 'IST0101', pointer: place.pointer, message: `Subset ${JSON.stringify(subset)} of host ${JSON.stringify(host)} is not found: write it under subsets of a DestinationRule for ${full}` };
    }
  },
};
