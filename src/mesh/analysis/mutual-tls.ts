import { at, each, isObject, isThere, labelsOf, type Place, textOf } from '../place.ts';
import type { Resource } from '../resource.ts';
import type { Look } from './analyzer.ts';
import { collections } from './collections.ts';
import { grouped } from './grouped.ts';
import { selects, serviceSelector } from './hosts.ts';
import { namespaceOf, shortName, specOf } from './resource-place.ts';

export type Mode = 'STRICT' | 'PERMISSIVE' | 'DISABLE';
/** What holds for those who are called: which resource says so. */
export interface Asked { readonly mode: Mode; readonly by: string }
/** Whom a destination rule's host means: a service, all of a namespace, or all. */
export interface Called { readonly namespace?: string; readonly service?: string }

/** undefined: no service of the cluster, or not told by its name. */
export const calledBy = (host: string, domain: string): Called | undefined => {
  if (['*', '*.local', `*.${domain}`, `*.svc.${domain}`].includes(host)) return {};
  const suffix = `.svc.${domain}`;
  if (!host.endsWith(suffix)) return undefined;
  const [service, namespace, more] = host.slice(0, -suffix.length).split('.');
  if (!service || !namespace || more !== undefined) return undefined;
  return service === '*' ? { namespace } : { namespace, service };
};

const byNamespace = (collection: string) => {
  const make = (look: Look) => grouped(look.all(collection), namespaceOf);
  return (look: Look, namespace: string): readonly Resource[] => look.once(make).get(namespace) ?? [];
};
const peersIn = byNamespace(collections.peerAuthentications), policiesIn = byNamespace(collections.policies);

const isMode = (mode: string | undefined): mode is Mode => mode === 'STRICT' || mode === 'PERMISSIVE' || mode === 'DISABLE';
const byPeer = (resource: Resource | undefined): Asked | undefined => {
  const mode = resource && textOf(at(specOf(resource), 'mtls', 'mode'));
  return isMode(mode) ? { mode, by: `PeerAuthentication ${resource!.name}` } : undefined;
};
const peerMode = (peer: Place): Mode => (textOf(at(peer, 'mtls', 'mode')) === 'PERMISSIVE' || at(peer, 'mtls', 'allowTls').value === true ? 'PERMISSIVE' : 'STRICT');
const byPolicy = (resource: Resource | undefined, kind: string): Asked | undefined => {
  if (!resource) return undefined;
  const peer = each(specOf(resource), 'peers').find(({ value }) => isObject(value) && Object.hasOwn(value, 'mtls'));
  const optional = at(specOf(resource), 'peerIsOptional').value === true;
  return { mode: peer === undefined ? 'DISABLE' : optional ? 'PERMISSIVE' : peerMode(peer), by: `${kind} ${resource.name}` };
};

const selectorOf = (resource: Resource) => labelsOf(at(specOf(resource), 'selector', 'matchLabels'));
const isForAll = (resource: Resource): boolean => selectorOf(resource) === undefined;
/** A target without ports is the whole service. */
const targets = (resource: Resource, service: string): boolean => each(specOf(resource), 'targets').some((target) => textOf(at(target, 'name')) === service && !isThere(at(target, 'ports')));

/** What those who are called ask for: the nearest that says it. */
export const askedOf = ({ namespace, service }: Called, look: Look): Asked | undefined => {
  const found: (Asked | undefined)[] = [];
  if (namespace !== undefined) {
    const peers = peersIn(look, namespace), policies = policiesIn(look, namespace);
    if (service !== undefined) {
      const known = look.named(collections.services, `${namespace}/${service}`);
      const labels = known && serviceSelector(known);
      found.push(byPeer(labels && peers.find((one) => { const selector = selectorOf(one); return selector !== undefined && selects(selector, labels); })), byPolicy(policies.find((one) => targets(one, service)), 'Policy'));
    }
    found.push(byPeer(peers.find(isForAll)), byPolicy(policies.find((one) => shortName(one) === 'default' && each(specOf(one), 'targets').length === 0), 'Policy'));
  }
  found.push(byPeer(peersIn(look, look.rootNamespace).find(isForAll)), byPolicy(look.named(collections.meshPolicies, 'default'), 'MeshPolicy'));
  return found.find((one) => one !== undefined);
};
