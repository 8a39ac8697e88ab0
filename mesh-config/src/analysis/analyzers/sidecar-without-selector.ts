import { getNode, isPresent } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Analyzer, AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { groupBy } from '../group-by.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';

/** An empty selector is one. */
const hasSelector = (sidecar: Resource): boolean => isPresent(getNode(specOf(sidecar), 'workloadSelector'));
const sidecarsWithoutSelector = (look: AnalysisContext) =>
  groupBy(
    look.list(collections.sidecars).filter((sidecar) => !hasSelector(sidecar)),
    namespaceOf,
  );

/** The sidecar of all workloads of a namespace: there can be one. */
export const sidecarWithoutSelectorAnalyzer: Analyzer = {
  name: 'sidecar-without-selector',
  codes: ['IST0111'],
  collections: [collections.sidecars],
  requires: [],
  *check(resource, look) {
    if (hasSelector(resource)) return;
    const others = (look.memoizeOthers(sidecarsWithoutSelector).get(namespaceOf(resource)) ?? []).filter(
      ({ name }) => name !== resource.name,
    );
    if (others.length > 0)
      yield {
        code: 'IST0111',
        pointer: getNode(specOf(resource), 'workloadSelector').pointer,
        message: `Namespace ${namespaceOf(resource)} has more than one Sidecar without a workloadSelector (${others
          .slice(0, 5)
          .map(({ name }) => name)
          .join(', ')} as well): which of them holds is not defined; keep one`,
      };
  },
};
