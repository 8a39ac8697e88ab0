import { getItems, type DocumentNode, textOf } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Analyzer, AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { parseExportTo, qualifyHost } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';

interface HostClaim {
  readonly resource: Resource;
  readonly visibleTo: ReadonlySet<string> | undefined;
}

const isForMeshGateway = (resource: Resource): boolean => {
  const gateways = getItems(specOf(resource), 'gateways');
  return gateways.length === 0 || gateways.some(({ value }) => value === 'mesh');
};
const visibleNamespacesOf = (resource: Resource) =>
  parseExportTo(
    getItems(specOf(resource), 'exportTo').flatMap((one) => textOf(one) ?? []),
    namespaceOf(resource),
  );
const qualifiedHostsOf = (resource: Resource, look: AnalysisContext): readonly (readonly [host: string, place: DocumentNode])[] =>
  getItems(specOf(resource), 'hosts').flatMap((place) => {
    const host = textOf(place);
    return host === undefined ? [] : [[qualifyHost(host, namespaceOf(resource), look.domain), place] as const];
  });

const claimsByHost = (look: AnalysisContext): ReadonlyMap<string, readonly HostClaim[]> => {
  const found = new Map<string, HostClaim[]>();
  for (const resource of look.list(collections.virtualServices)) {
    if (!isForMeshGateway(resource)) continue;
    const claim = { resource, visibleTo: visibleNamespacesOf(resource) };
    for (const host of new Set(qualifiedHostsOf(resource, look).map(([one]) => one))) {
      const there = found.get(host);
      if (there) there.push(claim);
      else found.set(host, [claim]);
    }
  }
  return found;
};
const haveCommonNamespace = (a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): boolean =>
  a === undefined || b === undefined || [...a].some((one) => b.has(one));

/** Hosts inside the mesh that several virtual services define, where these are visible in a common namespace. */
export const meshGatewayHostsAnalyzer: Analyzer = {
  name: 'mesh-gateway-hosts',
  codes: ['IST0109'],
  collections: [collections.virtualServices],
  requires: [],
  *check(resource, look) {
    if (!isForMeshGateway(resource)) return;
    const own = visibleNamespacesOf(resource);
    for (const [host, place] of qualifiedHostsOf(resource, look)) {
      const others = (look.memoizeOthers(claimsByHost).get(host) ?? [])
        .filter((other) => other.resource.name !== resource.name && haveCommonNamespace(own, other.visibleTo))
        .map((other) => other.resource.name);
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
