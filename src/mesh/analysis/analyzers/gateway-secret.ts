import { at, each, labelsOf, textOf } from '../../place.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { spelledLabels } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-place.ts';
import { podsWith } from '../workloads.ts';

/** Certificates that gateways take from secrets: these stand beside the pods of the gateway. */
export const gatewaySecret: Analyzer = {
  name: 'gateway-secret', codes: ['IST0101'], about: [collections.gateways], needs: [collections.pods, collections.secrets],
  *check(resource, look) {
    const spec = specOf(resource), selector = labelsOf(at(spec, 'selector'));
    const pods = selector ? podsWith(selector, look) : [];
    // Which namespaces are to be looked in is not known before the gateway runs.
    if (!selector || pods.length === 0) return;
    const namespaces = [...new Set(pods.map(namespaceOf))];
    for (const server of each(spec, 'servers')) {
      const place = at(server, 'tls', 'credentialName'), name = textOf(place);
      if (name === undefined || namespaces.some((namespace) => look.named(collections.secrets, `${namespace}/${name}`))) continue;
      yield { code: 'IST0101', pointer: place.pointer, message: `Secret ${JSON.stringify(name)} is not found in ${namespaces.join(', ')}, where the pods of the gateway (${spelledLabels(selector)}) are` };
    }
  },
};
