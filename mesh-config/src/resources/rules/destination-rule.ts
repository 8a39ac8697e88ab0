import { getNode, getItems, isPresent, getMembers, type DocumentNode, textOf } from '../document-node.ts';
import { validateHosts } from './hosts.ts';
import type { RuleViolation, Rule } from './rule.ts';

function* validateTrafficPolicy(place: DocumentNode): Generator<RuleViolation> {
  const tls = getNode(place, 'tls');
  const has = (field: string): boolean => textOf(getNode(tls, field)) !== undefined;
  const mode = textOf(getNode(tls, 'mode'));
  if (mode === 'MUTUAL' && !has('credentialName') && !(has('clientCertificate') && has('privateKey')))
    yield {
      pointer: tls.pointer,
      message: 'TLS of mode MUTUAL needs clientCertificate and privateKey; ISTIO_MUTUAL takes those of the mesh',
    };
  if (mode === 'ISTIO_MUTUAL' && (has('clientCertificate') || has('privateKey') || has('caCertificates')))
    yield {
      pointer: tls.pointer,
      message: 'TLS of mode ISTIO_MUTUAL takes the certificates of the mesh: leave clientCertificate, privateKey and caCertificates out',
    };
  for (const one of getItems(place, 'portLevelSettings')) {
    if (!isPresent(getNode(one, 'port'))) yield { pointer: one.pointer, message: 'settings of a port do not say which: write port.number' };
    yield* validateTrafficPolicy(one);
  }
}

export const validateDestinationRule: Rule = function* (spec): Generator<RuleViolation> {
  const host = getNode(spec, 'host');
  if (textOf(host) === undefined) {
    if (!isPresent(host) || host.value === '') yield { pointer: host.pointer, message: 'destination rule has no host' };
  } else yield* validateHosts([host]);
  yield* validateTrafficPolicy(getNode(spec, 'trafficPolicy'));
  const names = new Set<string>();
  for (const subset of getItems(spec, 'subsets')) {
    const name = textOf(getNode(subset, 'name'));
    if (name !== undefined && names.has(name))
      yield {
        pointer: getNode(subset, 'name').pointer,
        message: `subset ${JSON.stringify(name)} already exists: names of subsets must be unique within a destination rule`,
      };
    if (name !== undefined) names.add(name);
    for (const [label, place] of getMembers(getNode(subset, 'labels')))
      if (label === '') yield { pointer: place.pointer, message: 'label has an empty name' };
    yield* validateTrafficPolicy(getNode(subset, 'trafficPolicy'));
  }
};
