import { getNode, getItems, isObject, isPresent, labelsOf, type DocumentNode, textOf } from '../resources/document-node.ts';
import type { Resource } from '../resources/resource.ts';
import type { AnalysisContext } from './analyzer.ts';
import { collections } from './collections.ts';
import { groupBy } from './group-by.ts';
import { matchesSelector, serviceSelectorOf } from './hosts.ts';
import { namespaceOf, shortNameOf, specOf } from './resource-fields.ts';

export type MutualTlsMode = 'STRICT' | 'PERMISSIVE' | 'DISABLE';
/** What a workload accepts, and the resource that defines it. */
export interface MutualTlsRequirement {
  readonly mode: MutualTlsMode;
  readonly source: string;
}
/** Whom a destination rule's host means: a service, all of a namespace, or all. */
export interface HostTarget {
  readonly namespace?: string;
  readonly service?: string;
}

/** undefined: not a service of the cluster, or not a full name. */
export const parseHostTarget = (host: string, domain: string): HostTarget | undefined => {
  if (['*', '*.local', `*.${domain}`, `*.svc.${domain}`].includes(host)) return {};
  const suffix = `.svc.${domain}`;
  if (!host.endsWith(suffix)) return undefined;
  const [service, namespace, more] = host.slice(0, -suffix.length).split('.');
  if (!service || !namespace || more !== undefined) return undefined;
  return service === '*' ? { namespace } : { namespace, service };
};

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
  return isMutualTlsMode(mode) ? { mode, source: `PeerAuthentication ${resource!.name}` } : undefined;
};
const modeOfPeer = (peer: DocumentNode): MutualTlsMode =>
  textOf(getNode(peer, 'mtls', 'mode')) === 'PERMISSIVE' || getNode(peer, 'mtls', 'allowTls').value === true ? 'PERMISSIVE' : 'STRICT';
const requirementOfPolicy = (resource: Resource | undefined, kind: string): MutualTlsRequirement | undefined => {
  if (!resource) return undefined;
  const peer = getItems(specOf(resource), 'peers').find(({ value }) => isObject(value) && Object.hasOwn(value, 'mtls'));
  const optional = getNode(specOf(resource), 'peerIsOptional').value === true;
  return { mode: peer === undefined ? 'DISABLE' : optional ? 'PERMISSIVE' : modeOfPeer(peer), source: `${kind} ${resource.name}` };
};

const selectorLabelsOf = (resource: Resource) => labelsOf(getNode(specOf(resource), 'selector', 'matchLabels'));
const isWithoutSelector = (resource: Resource): boolean => selectorLabelsOf(resource) === undefined;
/** A target without ports is the whole service. */
const isTargetedBy = (resource: Resource, service: string): boolean =>
  getItems(specOf(resource), 'targets').some(
    (target) => textOf(getNode(target, 'name')) === service && !isPresent(getNode(target, 'ports')),
  );

/** What the called workload requires: the most specific policy that defines it. */
export const findMutualTlsRequirement = ({ namespace, service }: HostTarget, look: AnalysisContext): MutualTlsRequirement | undefined => {
  const found: (MutualTlsRequirement | undefined)[] = [];
  if (namespace !== undefined) {
    const peers = peerAuthenticationsIn(look, namespace),
      policies = policiesIn(look, namespace);
    if (service !== undefined) {
      const known = look.find(collections.services, `${namespace}/${service}`);
      const labels = known && serviceSelectorOf(known);
      found.push(
        requirementOfPeerAuthentication(
          labels &&
            peers.find((one) => {
              const selector = selectorLabelsOf(one);
              return selector !== undefined && matchesSelector(selector, labels);
            }),
        ),
        requirementOfPolicy(
          policies.find((one) => isTargetedBy(one, service)),
          'Policy',
        ),
      );
    }
    found.push(
      requirementOfPeerAuthentication(peers.find(isWithoutSelector)),
      requirementOfPolicy(
        policies.find((one) => shortNameOf(one) === 'default' && getItems(specOf(one), 'targets').length === 0),
        'Policy',
      ),
    );
  }
  found.push(
    requirementOfPeerAuthentication(peerAuthenticationsIn(look, look.rootNamespace).find(isWithoutSelector)),
    requirementOfPolicy(look.find(collections.meshPolicies, 'default'), 'MeshPolicy'),
  );
  return found.find((one) => one !== undefined);
};
