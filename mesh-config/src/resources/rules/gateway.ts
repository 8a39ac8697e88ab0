import { getNode, getItems, isPresent, numberOf, textOf } from '../document-node.ts';
import { isHostName } from './hosts.ts';
import type { RuleViolation, Rule } from './rule.ts';

const gatewayProtocols = new Set([
  'HTTP',
  'HTTPS',
  'GRPC',
  'GRPC-WEB',
  'HTTP2',
  'MONGO',
  'TCP',
  'TLS',
  'UDP',
  'MYSQL',
  'REDIS',
  'THRIFT',
  'HTTP_PROXY',
  'HBONE',
]);

export const validateGateway: Rule = function* (spec): Generator<RuleViolation> {
  const servers = getItems(spec, 'servers');
  if (servers.length === 0) yield { pointer: getNode(spec, 'servers').pointer, message: 'gateway must have at least one server' };
  const names = new Set<string>();
  for (const server of servers) {
    const port = getNode(server, 'port'),
      number = getNode(port, 'number'),
      protocol = textOf(getNode(port, 'protocol')),
      name = textOf(getNode(port, 'name'));
    if (!isPresent(port)) yield { pointer: server.pointer, message: 'server has no port: write its number, protocol and name' };
    else {
      if (numberOf(number) === undefined && !isPresent(number)) yield { pointer: port.pointer, message: 'port has no number' };
      if (protocol !== undefined && !gatewayProtocols.has(protocol.toUpperCase()))
        yield {
          pointer: getNode(port, 'protocol').pointer,
          message: `${JSON.stringify(protocol)} is no protocol: expected one of ${[...gatewayProtocols].join(', ')}`,
        };
      if (name === undefined) yield { pointer: port.pointer, message: 'port has no name' };
      else if (names.has(name))
        yield {
          pointer: getNode(port, 'name').pointer,
          message: `port name ${JSON.stringify(name)} is that of another server: names of ports differ within a gateway`,
        };
      else names.add(name);
    }
    if (getItems(server, 'hosts').length === 0)
      yield { pointer: getNode(server, 'hosts').pointer, message: 'server has no hosts: write at least one, * for all' };
    for (const place of getItems(server, 'hosts')) {
      // `namespace/host` says from which namespace virtual services may be.
      const host = textOf(place)?.replace(/^[^/]*\//, '');
      if (host !== undefined && !isHostName(host))
        yield {
          pointer: place.pointer,
          message: `${JSON.stringify(textOf(place))} is no host: expected a name of DNS, one that begins with *., or *, with a namespace and a slash before it where that is meant`,
        };
    }
    const tls = getNode(server, 'tls'),
      mode = textOf(getNode(tls, 'mode'));
    const has = (field: string): boolean => textOf(getNode(tls, field)) !== undefined;
    if ((mode === 'SIMPLE' || mode === 'MUTUAL') && !has('credentialName') && !(has('serverCertificate') && has('privateKey'))) {
      yield {
        pointer: tls.pointer,
        message: `TLS of mode ${mode} needs a certificate: write credentialName, or serverCertificate and privateKey`,
      };
    }
    if (mode === 'MUTUAL' && !has('credentialName') && !has('caCertificates'))
      yield { pointer: tls.pointer, message: 'TLS of mode MUTUAL needs caCertificates, by which clients are verified' };
  }
};
