import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';

/** The kinds that PeerAuthentication and RequestAuthentication have replaced, where the cluster has these. */
export const replacedPolicyAnalyzer: Analyzer = {
  name: 'replaced-policy',
  codes: ['IST0120', 'IST0121'],
  collections: [collections.policies, collections.meshPolicies],
  requires: [collections.customResourceDefinitions],
  *check(resource, look) {
    if (!look.find(collections.customResourceDefinitions, 'peerauthentications.security.istio.io')) return;
    if (resource.collection === collections.policies)
      yield {
        code: 'IST0120',
        pointer: '',
        message:
          'Policy is replaced: ' +
          'write its peers as a PeerAuthentication and its origins as a RequestAuthentication (security.istio.io/v1beta1)',
      };
    else
      yield {
        code: 'IST0121',
        pointer: '',
        message:
          'MeshPolicy is replaced: ' + `write a PeerAuthentication (security.istio.io/v1beta1) without a selector in ${look.rootNamespace}`,
      };
  },
};
