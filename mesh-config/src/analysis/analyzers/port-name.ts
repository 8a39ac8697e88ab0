import { getNode } from '../../resources/document-node.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { portsOf } from '../hosts.ts';
import { namespaceOf } from '../resource-fields.ts';
import { isSystemNamespace } from '../workloads.ts';

const protocolPrefixes = ['grpc-web', 'grpc', 'http2', 'https', 'http', 'mongo', 'mysql', 'redis', 'tcp', 'tls', 'udp'];
/** Whether the name of a port selects a protocol in a mesh: the protocol, optionally followed by a hyphen and a suffix. */
export const hasProtocolPrefix = (name: string): boolean =>
  protocolPrefixes.some((one) => name.toLowerCase() === one || name.toLowerCase().startsWith(`${one}-`));

/** Names of a service's ports. */
export const portNameAnalyzer: Analyzer = {
  name: 'port-name',
  codes: ['IST0118'],
  collections: [collections.services],
  requires: [],
  *check(resource, look) {
    if (isSystemNamespace(namespaceOf(resource), look)) return;
    for (const { name, number, protocol, node: place } of portsOf(resource)) {
      if (protocol === 'UDP' || hasProtocolPrefix(name)) continue;
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
