import { at, each, textOf } from '../place.ts';
import type { Resource } from '../resource.ts';
import type { Look } from './analyzer.ts';
import { collections } from './collections.ts';
import { namespaceOf, specOf } from './resource-place.ts';

/** Namespaces of a cluster's own parts: nothing is asked of them. */
const ofTheSystem = new Set(['kube-system', 'kube-public', 'kube-node-lease', 'istio-system', 'mesh-system', 'local-path-storage']);
export const isSystem = (namespace: string, { rootNamespace }: Pick<Look, 'rootNamespace'>): boolean => ofTheSystem.has(namespace) || namespace === rootNamespace;

export const proxyContainer = 'istio-proxy';
export const hasProxy = (pod: Resource): boolean => each(specOf(pod), 'containers').some((one) => textOf(at(one, 'name')) === proxyContainer);

const podsByNamespace = (look: Look): ReadonlyMap<string, readonly Resource[]> => {
  const found = new Map<string, Resource[]>();
  for (const pod of look.all(collections.pods)) {
    const there = found.get(namespaceOf(pod));
    if (there) there.push(pod); else found.set(namespaceOf(pod), [pod]);
  }
  return found;
};
export const podsIn = (namespace: string, look: Look): readonly Resource[] => look.once(podsByNamespace).get(namespace) ?? [];

/** Whether pods of a namespace get a proxy: by a label of either spelling. */
export const isInjected = ({ labels }: Resource): boolean => labels['istio-injection'] === 'enabled' || (labels['istio.io/rev'] !== undefined && labels['istio-injection'] !== 'disabled');
