import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { findingsKeyOf, findMutualTlsConflicts } from '../mutual-tls/conflicts.ts';

/** Mutual TLS that is sent and not taken, or required and not sent. Proxies that choose by themselves do neither. */
export const mutualTlsAnalyzer: Analyzer = {
  name: 'mutual-tls',
  codes: ['IST0113', 'IST0115'],
  collections: [collections.destinationRules, collections.policies, collections.meshPolicies],
  requires: [],
  check: (resource, look) => (look.hasAutoMutualTls ? [] : (look.memoize(findMutualTlsConflicts).get(findingsKeyOf(resource)) ?? [])),
};
