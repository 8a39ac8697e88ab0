import { getNode } from '../../resources/document-node.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { portsOf } from '../hosts.ts';
import { portProtocolOf } from '../port-protocol.ts';
import { namespaceOf } from '../resource-fields.ts';
import { isOfControlPlane, isSystemNamespace } from '../workloads.ts';

/** Names of a service's ports. */
export const portNameAnalyzer: Analyzer = {
  name: 'port-name',
  codes: ['IST0118'],
  collections: [collections.services],
  requires: [],
  *check(resource) {
    if (isSystemNamespace(namespaceOf(resource)) || isOfControlPlane(resource)) return;
    for (const port of portsOf(resource)) {
      if (portProtocolOf(port) !== undefined) continue;
      const { name, number, node: place } = port;
      yield {
        code: 'IST0118',
        pointer: name === '' ? place.pointer : getNode(place, 'name').pointer,
        message:
          `Port ${number} ${name === '' ? 'has no name' : `is named ${JSON.stringify(name)}`}, ` +
          'which does not name its protocol: write http, grpc, tcp, … or one of them, a hyphen and more, such as http-web',
      };
    }
  },
};
