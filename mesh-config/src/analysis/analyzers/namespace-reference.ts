import { getItems, type DocumentNode, textOf } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { specOf } from '../resource-fields.ts';

const namespaceReferencesOf = (resource: Resource): readonly (readonly [namespace: string, place: DocumentNode])[] => {
  const spec = specOf(resource);
  if (resource.collection === collections.sidecars) {
    return getItems(spec, 'egress')
      .flatMap((egress) => getItems(egress, 'hosts'))
      .flatMap((place) => {
        const host = textOf(place);
        return host?.includes('/') ? [[host.slice(0, host.indexOf('/')), place] as const] : [];
      });
  }
  const places =
    resource.collection === collections.authorizationPolicies
      ? getItems(spec, 'rules')
          .flatMap((rule) => getItems(rule, 'from'))
          .flatMap((from) => [...getItems(from, 'source', 'namespaces'), ...getItems(from, 'source', 'notNamespaces')])
      : getItems(spec, 'exportTo');
  return places.flatMap((place) => {
    const name = textOf(place);
    return name === undefined ? [] : [[name, place] as const];
  });
};

/** Namespaces that resources name: those they are given to, those whose hosts a sidecar reaches, those that may call. */
export const namespaceReferenceAnalyzer: Analyzer = {
  name: 'namespace-reference',
  codes: ['IST0101'],
  requires: [collections.namespaces],
  collections: [
    collections.virtualServices,
    collections.destinationRules,
    collections.serviceEntries,
    collections.sidecars,
    collections.authorizationPolicies,
  ],
  *check(resource, look) {
    for (const [name, place] of namespaceReferencesOf(resource)) {
      if (name === '.' || name === '~' || name.includes('*') || look.find(collections.namespaces, name)) continue;
      yield { code: 'IST0101', pointer: place.pointer, message: `Namespace ${JSON.stringify(name)} is not found` };
    }
  },
};
