import { each, type Place, textOf } from '../../place.ts';
import type { Resource } from '../../resource.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { specOf } from '../resource-place.ts';

const named = (resource: Resource): readonly (readonly [namespace: string, place: Place])[] => {
  const spec = specOf(resource);
  if (resource.collection === collections.sidecars) {
    return each(spec, 'egress').flatMap((egress) => each(egress, 'hosts')).flatMap((place) => { const host = textOf(place); return host?.includes('/') ? [[host.slice(0, host.indexOf('/')), place] as const] : []; });
  }
  const places = resource.collection === collections.authorizationPolicies
    ? each(spec, 'rules').flatMap((rule) => each(rule, 'from')).flatMap((from) => [...each(from, 'source', 'namespaces'), ...each(from, 'source', 'notNamespaces')])
    : each(spec, 'exportTo');
  return places.flatMap((place) => { const name = textOf(place); return name === undefined ? [] : [[name, place] as const]; });
};

/** Namespaces that resources name: those they are given to, those whose hosts a sidecar reaches, those that may call. */
export const namespaceReference: Analyzer = {
  name: 'namespace-reference', codes: ['IST0101'], needs: [collections.namespaces],
  about: [collections.virtualServices, collections.destinationRules, collections.serviceEntries, collections.sidecars, collections.authorizationPolicies],
  *check(resource, look) {
    for (const [name, place] of named(resource)) {
      if (name === '.' || name === '~' || name.includes('*') || look.named(collections.namespaces, name)) continue;
      yield { code: 'IST0101', pointer: place.pointer, message: `Namespace ${JSON.stringify(name)} is not found` };
    }
  },
};
