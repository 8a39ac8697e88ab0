import { getNode, getItems, isObject, labelsOf, type DocumentNode, numberOf, textOf } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { groupBy } from '../group-by.ts';
import { matchesSelector } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';
import type { ServiceTarget } from './service-targets.ts';

export type MutualTlsMode = 'STRICT' | 'PERMISSIVE' | 'DISABLE';
/** What a workload accepts, and the resource that determines it; without one, plaintext. */
export interface MutualTlsRequirement {
  readonly mode: MutualTlsMode;
  readonly resource?: Resource;
  readonly kind?: 'PeerAuthentication' | 'Policy' | 'MeshPolicy';
}

const createNamespaceIndex = (collection: string) => {
  const make = (look: AnalysisContext) => groupBy(look.list(collection), namespaceOf);
  return (look: AnalysisContext, namespace: string): readonly Resource[] => look.memoize(make).get(namespace) ?? [];
};
const peerAuthenticationsIn = createNamespaceIndex(collections.peerAuthentications),
  policiesIn = createNamespaceIndex(collections.policies);

const isMutualTlsMode = (mode: string | undefined): mode is MutualTlsMode =>
  mode === 'STRICT' || mode === 'PERMISSIVE' || mode === 'DISABLE';
const requirementOfPeerAuthentication = (resource: Resource | undefined): MutualTlsRequirement | undefined => {
  const mode = resource && textOf(getNode(specOf(resource), 'mtls', 'mode'));
  return isMutualTlsMode(mode) ? { mode, resource: resource!, kind: 'PeerAuthentication' } : undefined;
};

const modeOfPeer = (peer: DocumentNode): MutualTlsMode =>
  textOf(getNode(peer, 'mtls', 'mode')) === 'PERMISSIVE' || getNode(peer, 'mtls', 'allowTls').value === true ? 'PERMISSIVE' : 'STRICT';
/** The first peer with `mtls` decides; null is the default mode, STRICT. */
const requirementOfPolicy = (resource: Resource | undefined, kind: 'Policy' | 'MeshPolicy'): MutualTlsRequirement | undefined => {
  if (!resource) return undefined;
  const peer = getItems(specOf(resource), 'peers').find(({ value }) => isObject(value) && Object.hasOwn(value, 'mtls'));
  const isOptional = getNode(specOf(resource), 'peerIsOptional').value === true;
  return { mode: peer === undefined ? 'DISABLE' : isOptional ? 'PERMISSIVE' : modeOfPeer(peer), resource, kind };
};

const selectorLabelsOf = (resource: Resource) => labelsOf(getNode(specOf(resource), 'selector', 'matchLabels'));
const isWithoutSelector = (resource: Resource): boolean => selectorLabelsOf(resource) === undefined;

/** PeerAuthentications replace Policies: by selector, of the namespace, of the mesh. */
const findPeerAuthentication = (
  { namespace, selector: labels }: ServiceTarget,
  look: AnalysisContext,
): MutualTlsRequirement | undefined => {
  const own = peerAuthenticationsIn(look, namespace);
  const selecting = own.find((one) => {
    const selector = selectorLabelsOf(one);
    return labels && selector && matchesSelector(selector, labels);
  });
  return [selecting, own.find(isWithoutSelector), peerAuthenticationsIn(look, look.rootNamespace).find(isWithoutSelector)]
    .map(requirementOfPeerAuthentication)
    .find((one) => one !== undefined);
};

/** How specifically a policy matches a port: 2 by the port, 1 by the service; undefined: not at all. */
const matchTarget = (policy: Resource, { name, port }: ServiceTarget): number | undefined => {
  const own = getItems(specOf(policy), 'targets').filter((target) => textOf(getNode(target, 'name')) === name);
  const isPort = (place: DocumentNode): boolean =>
    port !== undefined &&
    (numberOf(getNode(place, 'number')) === port.number || (port.name !== '' && textOf(getNode(place, 'name')) === port.name));
  if (own.some((target) => getItems(target, 'ports').some(isPort))) return 2;
  return own.some((target) => getItems(target, 'ports').length === 0) ? 1 : undefined;
};

const findPolicy = (target: ServiceTarget, look: AnalysisContext): MutualTlsRequirement | undefined => {
  const policies = policiesIn(look, target.namespace);
  const ofPlace = (place: number): Resource | undefined => policies.find((one) => matchTarget(one, target) === place);
  const ofNamespace = policies.find((one) => getItems(specOf(one), 'targets').length === 0);
  return requirementOfPolicy(ofPlace(2) ?? ofPlace(1) ?? ofNamespace, 'Policy');
};

/** The requirement of the policy for the whole mesh. */
export const findMeshRequirement = (look: AnalysisContext): MutualTlsRequirement =>
  requirementOfPeerAuthentication(peerAuthenticationsIn(look, look.rootNamespace).find(isWithoutSelector)) ??
  requirementOfPolicy(look.find(collections.meshPolicies, 'default'), 'MeshPolicy') ?? { mode: 'DISABLE' };

/** The requirement of a port of a Service, from the most specific policy that has one. */
export const findMutualTlsRequirement = (target: ServiceTarget, look: AnalysisContext): MutualTlsRequirement =>
  findPeerAuthentication(target, look) ?? findPolicy(target, look) ?? findMeshRequirement(look);
