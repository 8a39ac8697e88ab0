import { type DocumentNode, getNode, getItems, isPresent, numberOf, textOf } from '../document-node.ts';
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

/** `names`: those of the ports before it, to which its name is added. */
function* validatePort(server: DocumentNode, names: Set<string>): Generator<RuleViolation> {
  const port = getNode(server, 'port');
  const [number, protocol, name] = [getNode(port, 'number'), textOf(getNode(port, 'protocol')), textOf(getNode(port, 'name'))];
  if (!isPresent(port)) {
    yield { pointer: server.pointer, message: 'server has no port: write its number, protocol and name' };
    return;
  }
  if (numberOf(number) === undefined && !isPresent(number)) yield { pointer: port.pointer, message: 'port has no number' };
  if (protocol !== undefined && !gatewayProtocols.has(protocol.toUpperCase()))
    yield {
      pointer: getNode(port, 'protocol').pointer,
      message: `${JSON.stringify(protocol)} is not a protocol: expected one of ${[...gatewayProtocols].join(', ')}`,
    };
  if (name === undefined) yield { pointer: port.pointer, message: 'port has no name' };
  else if (names.has(name))
    yield {
      pointer: getNode(port, 'name').pointer,
      message: `port name ${JSON.stringify(name)} is used by another server: names of ports must be unique within a gateway`,
    };
  else names.add(name);
}

function* validateServerHosts(server: DocumentNode): Generator<RuleViolation> {
  const hosts = getItems(server, 'hosts');
  if (hosts.length === 0)
    yield { pointer: getNode(server, 'hosts').pointer, message: 'server has no hosts: write at least one, or * for all' };
  for (const node of hosts) {
    // A prefix `namespace/` limits the namespaces of virtual services.
    const host = textOf(node)?.replace(/^[^/]*\//, '');
    if (host === undefined || isHostName(host)) continue;
    const expected = 'a DNS name, one that begins with *., or *, optionally after a namespace and a slash';
    yield { pointer: node.pointer, message: `${JSON.stringify(textOf(node))} is not a host: expected ${expected}` };
  }
}

function* validateServerTls(server: DocumentNode): Generator<RuleViolation> {
  const tls = getNode(server, 'tls');
  const mode = textOf(getNode(tls, 'mode'));
  const has = (field: string): boolean => textOf(getNode(tls, field)) !== undefined;
  if ((mode === 'SIMPLE' || mode === 'MUTUAL') && !has('credentialName') && !(has('serverCertificate') && has('privateKey')))
    yield {
      pointer: tls.pointer,
      message: `TLS of mode ${mode} needs a certificate: write credentialName, or serverCertificate and privateKey`,
    };
  if (mode === 'MUTUAL' && !has('credentialName') && !has('caCertificates'))
    yield { pointer: tls.pointer, message: 'TLS of mode MUTUAL needs caCertificates, by which clients are verified' };
}

export const validateGateway: Rule = function* (spec): Generator<RuleViolation> {
  const servers = getItems(spec, 'servers');
  if (servers.length === 0) yield { pointer: getNode(spec, 'servers').pointer, message: 'gateway must have at least one server' };
  const names = new Set<string>();
  for (const server of servers) {
    yield* validatePort(server, names);
    yield* validateServerHosts(server);
    yield* validateServerTls(server);
  }
};
