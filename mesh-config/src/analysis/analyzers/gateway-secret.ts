import { getNode, getItems, labelsOf, textOf } from '../../resources/document-node.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { formatLabels } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';
import { podsMatching } from '../workloads.ts';

/** Secrets with the certificates of gateways: they must be in the namespace of the pods of the gateway. */
export const gatewaySecretAnalyzer: Analyzer = {
  name: 'gateway-secret',
  codes: ['IST0101'],
  collections: [collections.gateways],
  requires: [collections.pods, collections.secrets],
  *check(resource, look) {
    const spec = specOf(resource),
      selector = labelsOf(getNode(spec, 'selector'));
    const pods = selector ? podsMatching(selector, look) : [];
    // The namespaces to search are unknown until the gateway has pods.
    if (!selector || pods.length === 0) return;
    const namespaces = [...new Set(pods.map(namespaceOf))];
    for (const server of getItems(spec, 'servers')) {
      const place = getNode(server, 'tls', 'credentialName'),
        name = textOf(place);
      if (name === undefined) continue;
      const candidates = name.includes('/') ? [name] : namespaces.map((namespace) => `${namespace}/${name}`);
      if (candidates.some((one) => look.find(collections.secrets, one))) continue;
      yield {
        code: 'IST0101',
        pointer: place.pointer,
        message:
          `Secret ${JSON.stringify(name)} is not found` +
          (name.includes('/') ? '' : ` in ${namespaces.join(', ')}, where the pods of the gateway (${formatLabels(selector)}) are`),
      };
    }
  },
};
