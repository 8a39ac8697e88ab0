import { getNode, labelsOf } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Analyzer, AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { matchesSelector, formatLabels } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';
import { podsInNamespace, podsMatching } from '../workloads.ts';

export const sidecarSelectorOf = (sidecar: Resource): Readonly<Record<string, string>> | undefined =>
  labelsOf(getNode(specOf(sidecar), 'workloadSelector', 'labels'));

/** The sidecars that select a pod, by pod. */
const sidecarsByPod = (look: AnalysisContext): ReadonlyMap<Resource, readonly Resource[]> => {
  const found = new Map<Resource, Resource[]>();
  for (const sidecar of look.list(collections.sidecars)) {
    const selector = sidecarSelectorOf(sidecar);
    if (selector)
      for (const pod of podsInNamespace(namespaceOf(sidecar), look))
        if (matchesSelector(selector, pod.labels)) {
          const there = found.get(pod);
          if (there) there.push(sidecar);
          else found.set(pod, [sidecar]);
        }
  }
  return found;
};

/** Pods that sidecars select: there must be at least one, and no other sidecar may select it. */
export const sidecarSelectorAnalyzer: Analyzer = {
  name: 'sidecar-selector',
  codes: ['IST0101', 'IST0110'],
  collections: [collections.sidecars],
  requires: [collections.pods],
  *check(resource, look) {
    const selector = sidecarSelectorOf(resource);
    if (!selector) return;
    const { pointer } = getNode(specOf(resource), 'workloadSelector', 'labels');
    const pods = podsMatching(selector, look).filter((pod) => namespaceOf(pod) === namespaceOf(resource));
    if (pods.length === 0)
      yield {
        code: 'IST0101',
        pointer,
        message: `No pod of ${namespaceOf(resource)} has the labels ${formatLabels(selector)} that the sidecar selects`,
      };
    const others = new Map(
      pods
        .flatMap((pod) =>
          (look.memoizeOthers(sidecarsByPod).get(pod) ?? [])
            .filter(({ name }) => name !== resource.name)
            .map((other) => [other.name, pod] as const),
        )
        .reverse(),
    );
    for (const [name, pod] of [...others].reverse())
      yield {
        code: 'IST0110',
        pointer,
        message:
          `Sidecar ${name} selects the pod ${pod.name} as well: ` +
          'which of the two holds is not defined; write labels that no pod of the other has',
      };
  },
};
