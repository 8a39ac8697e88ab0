import { getItems, type DocumentNode, textOf } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Analyzer, AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { isPrivateResource, qualifyHost } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';

const isForMeshGateway = (resource: Resource): boolean => {
  const gateways = getItems(specOf(resource), 'gateways');
  return gateways.length === 0 || gateways.some(({ value }) => value === 'mesh');
};
/** Hosts collide within a scope: those visible to all namespaces, and those visible to a single one. */
const scopeOf = (resource: Resource): string => (isPrivateResource(resource) ? namespaceOf(resource) : '*');
interface ClaimedHost {
  readonly host: string;
  /** `SCOPE/HOST` */
  readonly key: string;
  readonly place: DocumentNode;
}
const findClaimedHosts = (resource: Resource, domain: string): readonly ClaimedHost[] => {
  if (!isForMeshGateway(resource)) return [];
  const scope = scopeOf(resource);
  return getItems(specOf(resource), 'hosts').flatMap((place) => {
    const text = textOf(place);
    if (text === undefined) return [];
    const host = qualifyHost(text, namespaceOf(resource), domain);
    return [{ host, key: `${scope}/${host}`, place }];
  });
};
const knownHosts = new WeakMap<Resource, { readonly domain: string; readonly hosts: readonly ClaimedHost[] }>();
/** Found once for each resource: a change of one VirtualService looks at the hosts of all. */
const claimedHostsOf = (resource: Resource, { domain }: AnalysisContext): readonly ClaimedHost[] => {
  const known = knownHosts.get(resource);
  if (known?.domain === domain) return known.hosts;
  const hosts = findClaimedHosts(resource, domain);
  knownHosts.set(resource, { domain, hosts });
  return hosts;
};

const claimsByHost = (look: AnalysisContext): ReadonlyMap<string, readonly Resource[]> => {
  const found = new Map<string, Resource[]>();
  for (const resource of look.list(collections.virtualServices)) {
    for (const { key } of claimedHostsOf(resource, look)) {
      const there = found.get(key);
      if (there) there.push(resource);
      else found.set(key, [resource]);
    }
  }
  return found;
};

/** Hosts inside the mesh that are defined more than once in a scope. */
export const meshGatewayHostsAnalyzer: Analyzer = {
  name: 'mesh-gateway-hosts',
  codes: ['IST0109'],
  collections: [collections.virtualServices],
  requires: [],
  *check(resource, look) {
    const seen = new Set<string>();
    for (const { host, key, place } of claimedHostsOf(resource, look)) {
      yield undefined;
      const claims = look.memoizeOthers(claimsByHost).get(key) ?? [];
      const others = [...new Set(claims.map(({ name }) => name))].filter((name) => name !== resource.name);
      if (seen.has(host) && others.length === 0)
        yield {
          code: 'IST0109',
          pointer: place.pointer,
          message: `Host ${host} of the mesh is written twice in this VirtualService: write it once`,
        };
      seen.add(host);
      if (others.length > 0)
        yield {
          code: 'IST0109',
          pointer: place.pointer,
          message:
            `Host ${host} of the mesh is in ` +
            (others.length === 1 ? 'another VirtualService' : `${others.length} other VirtualServices`) +
            ` as well (${others.slice(0, 5).join(', ')}${others.length > 5 ? ', …' : ''}): ` +
            'which of them holds is not defined; write its routes in one',
        };
    }
  },
};
