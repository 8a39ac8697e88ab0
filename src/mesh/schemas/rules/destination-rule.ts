import { at, each, isThere, members, type Place, textOf } from '../../place.ts';
import { wrongHosts } from './hosts.ts';
import type { Broken, Rule } from './rule.ts';

function* policy(place: Place): Generator<Broken> {
  const tls = at(place, 'tls');
  const has = (field: string): boolean => textOf(at(tls, field)) !== undefined;
  const mode = textOf(at(tls, 'mode'));
  if (mode === 'MUTUAL' && !has('credentialName') && !(has('clientCertificate') && has('privateKey'))) yield { pointer: tls.pointer, message: 'TLS of mode MUTUAL needs clientCertificate and privateKey; ISTIO_MUTUAL takes those of the mesh' };
  if (mode === 'ISTIO_MUTUAL' && (has('clientCertificate') || has('privateKey') || has('caCertificates'))) yield { pointer: tls.pointer, message: 'TLS of mode ISTIO_MUTUAL takes the certificates of the mesh: leave clientCertificate, privateKey and caCertificates out' };
  for (const one of each(place, 'portLevelSettings')) {
    if (!isThere(at(one, 'port'))) yield { pointer: one.pointer, message: 'settings of a port do not say which: write port.number' };
    yield* policy(one);
  }
}

export const destinationRule: Rule = function* (spec): Generator<Broken> {
  const host = at(spec, 'host');
  if (textOf(host) === undefined) { if (!isThere(host) || host.value === '') yield { pointer: host.pointer, message: 'destination rule has no host' }; } else yield* wrongHosts([host]);
  yield* policy(at(spec, 'trafficPolicy'));
  const names = new Set<string>();
  for (const subset of each(spec, 'subsets')) {
    const name = textOf(at(subset, 'name'));
    if (name !== undefined && names.has(name)) yield { pointer: at(subset, 'name').pointer, message: `subset ${JSON.stringify(name)} is there already: names of subsets differ within a destination rule` };
    if (name !== undefined) names.add(name);
    for (const [label, place] of members(at(subset, 'labels'))) if (label === '') yield { pointer: place.pointer, message: 'label has an empty name' };
    yield* policy(at(subset, 'trafficPolicy'));
  }
};
