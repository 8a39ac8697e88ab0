import { at } from '../../place.ts';
import type { Analyzer, Look } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { grouped } from '../grouped.ts';
import { namespaceOf, specOf } from '../resource-place.ts';
import { selectorOf } from './sidecar-selector.ts';

const withoutSelector = (look: Look) => grouped(look.all(collections.sidecars).filter((sidecar) => !selectorOf(sidecar)), namespaceOf);

/** The sidecar of all workloads of a namespace: there can be one. */
export const sidecarWithoutSelector: Analyzer = {
  name: 'sidecar-without-selector', codes: ['IST0111'], about: [collections.sidecars], needs: [],
  *check(resource, look) {
    if (selectorOf(resource)) return;
    const others = (look.others(withoutSelector).get(namespaceOf(resource)) ?? []).filter(({ name }) => name !== resource.name);
    if (others.length > 0) yield { code: 'IST0111', pointer: at(specOf(resource), 'workloadSelector').pointer, message: `Namespace ${namespaceOf(resource)} has more than one Sidecar without a workloadSelector (${others.slice(0, 5).map(({ name }) => name).join(', ')} as well): which of them holds is not defined; keep one` };
  },
};
