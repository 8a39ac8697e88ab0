import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { findingsKeyOf, findMutualTlsConflicts } from '../mutual-tls/conflicts.ts';

/**
 * Finds clients that send mutual TLS to servers that do not accept it, and servers that require it from clients that do not send it.
 * Proxies with automatic mutual TLS do neither.
 */
export const mutualTlsAnalyzer: Analyzer = {
  name: 'mutual-tls',
  codes: ['IST0113', 'IST0115'],
  collections: [collections.destinationRules, collections.policies, collections.meshPolicies],
  requires: [],
  check: (resource, look) => (look.hasAutoMutualTls ? [] : (look.memoize(findMutualTlsConflicts).get(findingsKeyOf(resource)) ?? [])),
};
