import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { isSystemNamespace } from '../workloads.ts';

/** Namespaces without a label for injection. */
export const namespaceInjectionAnalyzer: Analyzer = {
  name: 'namespace-injection',
  codes: ['IST0102'],
  collections: [collections.namespaces],
  requires: [],
  *check({ labels, name }) {
    if (isSystemNamespace(name) || labels['istio-injection']) return;
    yield {
      code: 'IST0102',
      pointer: '/metadata',
      message:
        `Namespace ${name} does not define whether a proxy is injected into its pods: ` +
        'write the label istio-injection with the value enabled or disabled',
    };
  },
};
