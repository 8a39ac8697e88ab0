import { type DocumentNode, getItems, getNode, textOf } from '../resources/document-node.ts';
import type { Resource } from '../resources/resource.ts';
import type { AnalysisContext } from './analyzer.ts';
import { collections } from './collections.ts';
import { groupBy } from './group-by.ts';
import { matchesSelector } from './hosts.ts';
import { namespaceOf, specOf } from './resource-fields.ts';

/** Namespaces of the cluster's own components, which are not checked. */
const systemNamespaces = new Set(['kube-system', 'kube-public']);
export const isSystemNamespace = (namespace: string): boolean => systemNamespaces.has(namespace);
/** Whether a Service is a part of the mesh's own control plane. */
export const isOfControlPlane = ({ labels }: Resource): boolean => labels['istio'] !== undefined || labels['release'] === 'istio';

const proxyContainerName = 'istio-proxy';
/** The containers of a pod that are its proxy. */
export const proxiesOf = (pod: Resource): readonly DocumentNode[] =>
  getItems(specOf(pod), 'containers').filter((one) => textOf(getNode(one, 'name')) === proxyContainerName);

const podsByNamespace = (look: AnalysisContext) => groupBy(look.list(collections.pods), namespaceOf);
export const podsInNamespace = (namespace: string, look: AnalysisContext): readonly Resource[] =>
  look.memoize(podsByNamespace).get(namespace) ?? [];

/** The pods with a label, by `label=value`. */
const podsByLabel = (look: AnalysisContext): ReadonlyMap<string, readonly Resource[]> => {
  const found = new Map<string, Resource[]>();
  for (const pod of look.list(collections.pods))
    for (const [label, value] of Object.entries(pod.labels)) {
      const there = found.get(`${label}=${value}`);
      if (there) there.push(pod);
      else found.set(`${label}=${value}`, [pod]);
    }
  return found;
};
/** Pods of all namespaces that match a selector; an empty one selects all. */
export const podsMatching = (selector: Readonly<Record<string, string>>, look: AnalysisContext): readonly Resource[] => {
  if (Object.keys(selector).length === 0) return look.list(collections.pods);
  const lists = Object.entries(selector).map(([label, value]) => look.memoize(podsByLabel).get(`${label}=${value}`) ?? []);
  const shortest = lists.reduce((a, b) => (b.length < a.length ? b : a), lists[0] ?? []);
  return shortest.filter((pod) => matchesSelector(selector, pod.labels));
};

/** Whether pods of a namespace get a proxy. */
export const isInjectionEnabled = ({ labels }: Resource): boolean => labels['istio-injection'] === 'enabled';
