import { getNode, getItems, textOf } from '../../resources/document-node.ts';
import type { Analyzer, AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { destinationsOf, isClusterHost, qualifyHost } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';

/** The key of a host: a host of the cluster is the same in all namespaces; any other depends on the namespace in which it is written. */
const hostKeyOf = (host: string, namespace: string, domain: string): string => {
  const full = qualifyHost(host, namespace, domain);
  return isClusterHost(full, domain) ? full : `${namespace}/${full}`;
};

const subsetKeys = (look: AnalysisContext): ReadonlySet<string> =>
  new Set(
    look.list(collections.destinationRules).flatMap((rule) => {
      const spec = specOf(rule),
        host = textOf(getNode(spec, 'host'));
      return host === undefined
        ? []
        : getItems(spec, 'subsets').map(
            (subset) => `${hostKeyOf(host, namespaceOf(rule), look.domain)} ${textOf(getNode(subset, 'name'))}`,
          );
    }),
  );

/** Destination subsets of virtual services: a destination rule of the host must define them. */
export const destinationSubsetAnalyzer: Analyzer = {
  name: 'destination-subset',
  codes: ['IST0101'],
  collections: [collections.virtualServices],
  requires: [collections.destinationRules],
  *check(resource, look) {
    for (const destination of destinationsOf(resource)) {
      yield undefined;
      const host = textOf(getNode(destination, 'host')),
        place = getNode(destination, 'subset'),
        subset = textOf(place);
      if (host === undefined || subset === undefined) continue;
      const namespace = namespaceOf(resource);
      if (!look.memoize(subsetKeys).has(`${hostKeyOf(host, namespace, look.domain)} ${subset}`))
        yield {
          code: 'IST0101',
          pointer: place.pointer,
          message:
            `Subset ${JSON.stringify(subset)} of host ${JSON.stringify(host)} is not found: ` +
            `write it under subsets of a DestinationRule for ${qualifyHost(host, namespace, look.domain)}`,
        };
    }
  },
};
