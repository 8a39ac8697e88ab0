import { at, each, isThere, numberOf, textOf } from '../../place.ts';
import { isHost } from './hosts.ts';
import type { Broken, Rule } from './rule.ts';

const protocols = new Set(['HTTP', 'HTTPS', 'GRPC', 'GRPC-WEB', 'HTTP2', 'MONGO', 'TCP', 'TLS', 'UDP', 'MYSQL', 'REDIS', 'THRIFT', 'HTTP_PROXY', 'HBONE']);

export const gateway: Rule = function* (spec): Generator<Broken> {
  const servers = each(spec, 'servers');
  if (servers.length === 0) yield { pointer: at(spec, 'servers').pointer, message: 'gateway must have at least one server' };
  const names = new Set<string>();
  for (const server of servers) {
    const port = at(server, 'port'), number = at(port, 'number'), protocol = textOf(at(port, 'protocol')), name = textOf(at(port, 'name'));
    if (!isThere(port)) yield { pointer: server.pointer, message: 'server has no port: write its number, protocol and name' };
    else {
      if (numberOf(number) === undefined && !isThere(number)) yield { pointer: port.pointer, message: 'port has no number' };
      if (protocol !== undefined && !protocols.has(protocol.toUpperCase())) yield { pointer: at(port, 'protocol').pointer, message: `${JSON.stringify(protocol)} is no protocol: expected one of ${[...protocols].join(', ')}` };
      if (name === undefined) yield { pointer: port.pointer, message: 'port has no name' };
      else if (names.has(name)) yield { pointer: at(port, 'name').pointer, message: `port name ${JSON.stringify(name)} is that of another server: names of ports differ within a gateway` };
      else names.add(name);
    }
    if (each(server, 'hosts').length === 0) yield { pointer: at(server, 'hosts').pointer, message: 'server has no hosts: write at least one, * for all' };
    for (const place of each(server, 'hosts')) {
      // `namespace/host` says from which namespace virtual services may be.
      const host = textOf(place)?.replace(/^[^/]*\//, '');
      if (host !== undefined && !isHost(host)) yield { pointer: place.pointer, message: `${JSON.stringify(textOf(place))} is no host: expected a name of DNS, one that begins with *., or *, with a namespace and a slash before it where that is meant` };
    }
    const tls = at(server, 'tls'), mode = textOf(at(tls, 'mode'));
    const has = (field: string): boolean => textOf(at(tls, field)) !== undefined;
    if ((mode === 'SIMPLE' || mode === 'MUTUAL') && !has('credentialName') && !(has('serverCertificate') && has('privateKey'))) {
      yield { pointer: tls.pointer, message: `TLS of mode ${mode} needs a certificate: write credentialName, or serverCertificate and privateKey` };
    }
    if (mode === 'MUTUAL' && !has('credentialName') && !has('caCertificates')) yield { pointer: tls.pointer, message: 'TLS of mode MUTUAL needs caCertificates, by which clients are verified' };
  }
};
