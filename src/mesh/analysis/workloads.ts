import { at, each, textOf } from '../place.ts';
import type { Resource } from '../resource.ts';
import type { Look } from './analyzer.ts';
import { collections } from './collections.ts';
import { grouped } from './grouped.ts';
import { selects } from './hosts.ts';
import { namespaceOf, specOf } from './resource-place.ts';

/** Namespaces of a cluster's own parts: nothing is asked of them. */
const ofTheSystem = new Set(['kube-system', 'kube-public', 'kube-node-lease', 'istio-system', 'mesh-system', 'local-path-storage']);
export const isSystem = (namespace: string, { rootNamespace }: Pick<Look, 'rootNamespace'>): boolean => ofTheSystem.has(namespace) || namespace === rootNamespace;

export const proxyContainer = 'istio-proxy';
export const hasProxy = (pod: Resource): boolean => each(specOf(pod), 'containers').some((one) => textOf(at(one, 'name')) === proxyContainer);

const podsByNamespace = (look: Look) => grouped(look.all(collections.pods), namespaceOf);
export const podsIn = (namespace: string, look: Look): readonly Resource[] => look.once(podsByNamespace).get(namespace) ?? [];

/** By `label=value`. */
const podsByLabel = (look: Look): ReadonlyMap<string, readonly Resource[]> => {
  const found = new Map<string, Resource[]>();
  for (const pod of look.all(collections.pods)) for (const [label, value] of Object.entries(pod.labels)) {
    const there = found.get(`${label}=${value}`);
    if (there) there.push(pod); else found.set(`${label}=${value}`, [pod]);
  }
  return found;
};
/** Pods of all namespaces that have all that a selector wants. */
export const podsWith = (selector: Readonly<Record<string, string>>, look: Look): readonly Resource[] => {
  const lists = Object.entries(selector).map(([label, value]) => look.once(podsByLabel).get(`${label}=${value}`) ?? []);
  const shortest = lists.reduce((a, b) => (b.length < a.length ? b : a), lists[0] ?? []);
  return shortest.filter((pod) => selects(selector, pod.labels));
};

/** Whether pods of a namespace get a proxy: by a label of either spelling. */
export const isInjected = ({ labels }: Resource): boolean => labels['istio-injection'] === 'enabled' || (labels['istio.io/rev'] !== undefined && labels['istio-injection'] !== 'disabled');
