import { getNode, textOf } from '../../resources/document-node.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { qualifyHost, matchesSelector, serviceSelectorOf } from '../hosts.ts';
import { parseHostTarget } from '../mutual-tls.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';
import { hasProxy, podsInNamespace } from '../workloads.ts';

/** Mutual TLS that is sent to pods without a proxy, which cannot take it. */
export const mutualTlsWithoutProxyAnalyzer: Analyzer = {
  name: 'mutual-tls-without-proxy',
  codes: ['IST0115'],
  collections: [collections.destinationRules],
  requires: [collections.pods, collections.services],
  *check(resource, look) {
    const spec = specOf(resource),
      host = textOf(getNode(spec, 'host')),
      place = getNode(spec, 'trafficPolicy', 'tls', 'mode');
    if (host === undefined || place.value !== 'ISTIO_MUTUAL') return;
    const full = qualifyHost(host, namespaceOf(resource), look.domain);
    const { namespace, service } = parseHostTarget(full, look.domain) ?? {};
    const known = namespace !== undefined && service !== undefined ? look.find(collections.services, `${namespace}/${service}`) : undefined;
    const selector = known && serviceSelectorOf(known);
    if (!selector || namespace === undefined) return;
    const bare = podsInNamespace(namespace, look).filter((pod) => matchesSelector(selector, pod.labels) && !hasProxy(pod));
    if (bare.length > 0)
      yield {
        code: 'IST0115',
        pointer: place.pointer,
        message:
          `TLS of mode ISTIO_MUTUAL is sent to ${full}, and ` +
          (bare.length === 1 ? `its pod ${bare[0]!.name} has` : `${bare.length} of its pods, such as ${bare[0]!.name} have`) +
          ' no proxy to take it: give it one, or write mode DISABLE',
      };
  },
};
