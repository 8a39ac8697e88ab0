import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { isSystemNamespace } from '../workloads.ts';

/** Namespaces without a label for injection. */
export const namespaceInjectionAnalyzer: Analyzer = {
  name: 'namespace-injection',
  codes: ['IST0102'],
  collections: [collections.namespaces],
  requires: [],
  *check(resource, look) {
    const { labels, name } = resource;
    if (isSystemNamespace(name, look) || labels['istio-injection'] !== undefined || labels['istio.io/rev'] !== undefined) return;
    yield {
      code: 'IST0102',
      pointer: '/metadata',
      message:
        `Namespace ${name} does not define whether a proxy is injected into its pods: ` +
        'write the label istio-injection with the value enabled or disabled',
    };
  },
};
