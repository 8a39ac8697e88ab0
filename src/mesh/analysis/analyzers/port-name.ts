import { at } from '../../place.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { portsOf } from '../hosts.ts';
import { namespaceOf } from '../resource-place.ts';
import { isSystem } from '../workloads.ts';

const protocols = ['grpc-web', 'grpc', 'http2', 'https', 'http', 'mongo', 'mysql', 'redis', 'tcp', 'tls', 'udp'];
/** Whether a name says what is spoken, as meshes read it: the protocol, or it and a hyphen and more. */
export const saysProtocol = (name: string): boolean => protocols.some((one) => name.toLowerCase() === one || name.toLowerCase().startsWith(`${one}-`));

/** Names of a service's ports. */
export const portName: Analyzer = {
  name: 'port-name', codes: ['IST0118'], about: [collections.services], needs: [],
  *check(resource, look) {
    if (isSystem(namespaceOf(resource), look)) return;
    for (const { name, number, protocol, place } of portsOf(resource)) {
      if (protocol === 'UDP' || saysProtocol(name)) continue;
      yield { code: 'IST0118', pointer: name === '' ? place.pointer : at(place, 'name').pointer, message: `Port ${number} ${name === '' ? 'has no name' : `is named ${JSON.stringify(name)}`}, which does not say what is spoken there: write http, grpc, tcp, … or one of them, a hyphen and more, such as http-web` };
    }
  },
};
