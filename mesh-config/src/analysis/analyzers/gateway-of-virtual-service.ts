import { getItems, textOf } from '../../resources/document-node.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';

/** Gateways of virtual services. */
export const gatewayOfVirtualServiceAnalyzer: Analyzer = {
  name: 'gateway-of-virtual-service',
  codes: ['IST0101'],
  collections: [collections.virtualServices],
  requires: [collections.gateways],
  *check(resource, look) {
    for (const place of getItems(specOf(resource), 'gateways')) {
      yield undefined;
      const name = textOf(place);
      if (name === undefined || name === 'mesh') continue;
      const full = name.includes('/') ? name : `${namespaceOf(resource)}/${name}`;
      if (!look.find(collections.gateways, full))
        yield {
          code: 'IST0101',
          pointer: place.pointer,
          message:
            `Gateway ${JSON.stringify(name)} is not found: expected a Gateway ${full}; ` +
            'write the name of one that is there, with its namespace and a slash where it is another',
        };
    }
  },
};
