import { getNode, textOf } from '../../resources/document-node.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { qualifyHost } from '../hosts.ts';
import { findMutualTlsRequirement, parseHostTarget } from '../mutual-tls.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';

/** TLS modes of destination rules that conflict with the mutual TLS mode of the destination. */
export const mutualTlsConflictAnalyzer: Analyzer = {
  name: 'mutual-tls-conflict',
  codes: ['IST0113'],
  collections: [collections.destinationRules],
  requires: [],
  *check(resource, look) {
    const spec = specOf(resource),
      host = textOf(getNode(spec, 'host')),
      place = getNode(spec, 'trafficPolicy', 'tls', 'mode'),
      mode = textOf(place);
    if (host === undefined || mode === undefined) return;
    const full = qualifyHost(host, namespaceOf(resource), look.domain);
    const called = parseHostTarget(full, look.domain);
    const asked = called && findMutualTlsRequirement(called, look);
    if (!asked) return;
    if (mode === 'ISTIO_MUTUAL' && asked.mode === 'DISABLE')
      yield {
        code: 'IST0113',
        pointer: place.pointer,
        message:
          `TLS of mode ISTIO_MUTUAL is sent to ${full}, and ${asked.source} takes none: ` +
          'write mode DISABLE here, or PERMISSIVE or STRICT there',
      };
    if ((mode === 'DISABLE' || mode === 'SIMPLE') && asked.mode === 'STRICT')
      yield {
        code: 'IST0113',
        pointer: place.pointer,
        message:
          `TLS of mode ${mode} is sent to ${full}, and ${asked.source} takes mutual TLS alone: ` +
          'write mode ISTIO_MUTUAL here, or PERMISSIVE there',
      };
  },
};
