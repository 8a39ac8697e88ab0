import { at, labelsOf } from '../../place.ts';
import type { Resource } from '../../resource.ts';
import type { Analyzer, Look } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { selects, spelledLabels } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-place.ts';
import { podsIn, podsWith } from '../workloads.ts';

export const selectorOf = (sidecar: Resource): Readonly<Record<string, string>> | undefined => labelsOf(at(specOf(sidecar), 'workloadSelector', 'labels'));

/** By pod, the sidecars that select it. */
const selecting = (look: Look): ReadonlyMap<Resource, readonly Resource[]> => {
  const found = new Map<Resource, Resource[]>();
  for (const sidecar of look.all(collections.sidecars)) {
    const selector = selectorOf(sidecar);
    if (selector) for (const pod of podsIn(namespaceOf(sidecar), look)) if (selects(selector, pod.labels)) { const there = found.get(pod); if (there) there.push(sidecar); else found.set(pod, [sidecar]); }
  }
  return found;
};

/** Pods that sidecars select: there must be one, and no other sidecar for it. */
export const sidecarSelector: Analyzer = {
  name: 'sidecar-selector', codes: ['IST0101', 'IST0110'], about: [collections.sidecars], needs: [collections.pods],
  *check(resource, look) {
    const selector = selectorOf(resource);
    if (!selector) return;
    const { pointer } = at(specOf(resource), 'workloadSelector', 'labels');
    const pods = podsWith(selector, look).filter((pod) => namespaceOf(pod) === namespaceOf(resource));
    if (pods.length === 0) yield { code: 'IST0101', pointer, message: `No pod of ${namespaceOf(resource)} has the labels ${spelledLabels(selector)} that the sidecar selects` };
    const others = new Map(pods.flatMap((pod) => (look.others(selecting).get(pod) ?? []).filter(({ name }) => name !== resource.name).map((other) => [other.name, pod] as const)).reverse());
    for (const [name, pod] of [...others].reverse()) yield { code: 'IST0110', pointer, message: `Sidecar ${name} selects the pod ${pod.name} as well: which of the two holds is not defined; write labels that no pod of the other has` };
  },
};
