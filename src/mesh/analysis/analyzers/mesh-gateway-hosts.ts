import { each, type Place, textOf } from '../../place.ts';
import type { Resource } from '../../resource.ts';
import type { Analyzer, Look } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { exportedTo, fullHost } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-place.ts';

interface Claim { readonly resource: Resource; readonly seenBy: ReadonlySet<string> | undefined }

const isOfMesh = (resource: Resource): boolean => { const gateways = each(specOf(resource), 'gateways'); return gateways.length === 0 || gateways.some(({ value }) => value === 'mesh'); };
const seenBy = (resource: Resource) => exportedTo(each(specOf(resource), 'exportTo').flatMap((one) => textOf(one) ?? []), namespaceOf(resource));
const hostsOf = (resource: Resource, look: Look): readonly (readonly [host: string, place: Place])[] =>
  each(specOf(resource), 'hosts').flatMap((place) => { const host = textOf(place); return host === undefined ? [] : [[fullHost(host, namespaceOf(resource), look.domain), place] as const]; });

const claims = (look: Look): ReadonlyMap<string, readonly Claim[]> => {
  const found = new Map<string, Claim[]>();
  for (const resource of look.all(collections.virtualServices)) {
    if (!isOfMesh(resource)) continue;
    const claim = { resource, seenBy: seenBy(resource) };
    for (const host of new Set(hostsOf(resource, look).map(([one]) => one))) { const there = found.get(host); if (there) there.push(claim); else found.set(host, [claim]); }
  }
  return found;
};
const meet = (a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): boolean => a === undefined || b === undefined || [...a].some((one) => b.has(one));

/** Hosts inside the mesh of which more than one virtual service speaks where both are seen. */
export const meshGatewayHosts: Analyzer = {
  name: 'mesh-gateway-hosts', codes: ['IST0109'], about: [collections.virtualServices], needs: [],
  *check(resource, look) {
    if (!isOfMesh(resource)) return;
    const own = seenBy(resource);
    for (const [host, place] of hostsOf(resource, look)) {
      const others = (look.others(claims).get(host) ?? []).filter((other) => other.resource.name !== resource.name && meet(own, other.seenBy)).map((other) => other.resource.name);
      if (others.length > 0) yield { code: 'IST0109', pointer: place.pointer, message: `Host ${host} of the mesh is in ${others.length === 1 ? 'another VirtualService' : `${others.length} other VirtualServices`} as well (${others.slice(0, 5).join(', ')}${others.length > 5 ? ', …' : ''}): which of them holds is not defined; write its routes in one` };
    }
  },
};
