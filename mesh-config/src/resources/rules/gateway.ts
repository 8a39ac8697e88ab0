import { type DocumentNode, getItems, getNode, isPresent, stringOf, textOf } from '../document-node.ts';
import { isIpAddress } from './grammar/addresses.ts';
import { isDnsLabel, isWildcardName } from './grammar/names.ts';
import { httpProtocols, isKnownProtocol, protocolNameOf, tlsProtocols, validatePortNumber, validateProtocol } from './grammar/ports.ts';
import { quoteValue, type Rule, type Violations, violationAt } from './rule.ts';

/** `names`: those of the ports before it, to which its name is added. */
function* validatePort(server: DocumentNode, names: Set<string>): Violations {
  const port = getNode(server, 'port');
  if (!isPresent(port)) {
    yield violationAt(server, 'server has no port: write its number, protocol and name');
    return;
  }
  yield* validatePortNumber(getNode(port, 'number'), 0);
  yield* validateProtocol(port);
  const name = textOf(getNode(port, 'name'));
  if (name === undefined) yield violationAt(port, 'port has no name');
  else if (names.has(name))
    yield violationAt(
      getNode(port, 'name'),
      `port name ${JSON.stringify(name)} is used by another server: names of ports must be unique within a gateway`,
    );
  else names.add(name);
}

/** A host after an optional namespace and slash, with a dot in it. */
const isServerHost = (text: string): boolean => {
  const slash = text.indexOf('/');
  const [namespace, host] = slash < 0 ? ['.', text] : [text.slice(0, slash), text.slice(slash + 1)];
  const isHost = host === '*' || (host.includes('.') && (isWildcardName(host) || isIpAddress(host)));
  return isHost && (namespace === '*' || namespace === '.' || isDnsLabel(namespace));
};
function* validateHosts(server: DocumentNode): Violations {
  const hosts = getItems(server, 'hosts');
  if (hosts.length === 0) yield violationAt(getNode(server, 'hosts'), 'server has no hosts: write at least one, or * for all');
  for (const host of hosts)
    if (stringOf(host) !== undefined && !isServerHost(stringOf(host)!))
      yield violationAt(
        host,
        `${quoteValue(host)} is not a host: expected a DNS name with a dot, one that begins with *, or *, ` +
          'optionally after a namespace and a slash; ' +
          'short names (non FQDN) are not allowed',
      );
}

function* validateTlsOfProtocol(server: DocumentNode): Violations {
  const [protocol, tls] = [protocolNameOf(getNode(server, 'port')), getNode(server, 'tls')];
  const number = getNode(server, 'port', 'number').value ?? 0;
  if (!isKnownProtocol(protocol) || !isPresent(getNode(server, 'port')) || (typeof number === 'number' && number > 65_535)) return;
  if (tlsProtocols.has(protocol)) {
    if (!isPresent(tls)) yield violationAt(server, `server must have TLS settings for HTTPS/TLS protocols`);
    return;
  }
  if (!isPresent(tls)) return;
  if (!httpProtocols.has(protocol)) {
    yield violationAt(tls, `server cannot have TLS settings for non HTTPS/TLS ports: protocol ${protocol} takes no tls`);
    return;
  }
  const mode = getNode(tls, 'mode').value ?? 'PASSTHROUGH';
  const hasCertificates = ['serverCertificate', 'privateKey', 'caCertificates'].some((field) => textOf(getNode(tls, field)) !== undefined);
  if ((mode !== 'PASSTHROUGH' && mode !== 'AUTO_PASSTHROUGH') || hasCertificates)
    yield violationAt(tls, `server cannot have TLS settings for non HTTPS/TLS ports: protocol ${protocol} takes httpsRedirect alone`);
}

function* validateCertificates(tls: DocumentNode): Violations {
  const mode = textOf(getNode(tls, 'mode'));
  const has = (field: string): boolean => textOf(getNode(tls, field)) !== undefined;
  if ((mode === 'SIMPLE' || mode === 'MUTUAL') && !has('credentialName') && !(has('serverCertificate') && has('privateKey')))
    yield violationAt(tls, `TLS of mode ${mode} needs a certificate: write credentialName, or serverCertificate and privateKey`);
  if (mode === 'MUTUAL' && !has('credentialName') && !has('caCertificates'))
    yield violationAt(tls, 'TLS of mode MUTUAL needs caCertificates, by which clients are verified');
  if (mode === 'ISTIO_MUTUAL' && ['serverCertificate', 'privateKey', 'caCertificates'].some(has))
    yield violationAt(
      tls,
      'TLS of mode ISTIO_MUTUAL takes the certificates of the mesh: leave serverCertificate, privateKey and caCertificates out',
    );
}

export const validateGateway: Rule = function* (spec, document) {
  const name = getNode(document, 'metadata', 'name');
  // An object whose name the API server generates has none yet.
  if (textOf(name) !== undefined && !isDnsLabel(textOf(name)!)) yield violationAt(name, `invalid gateway name: ${quoteValue(name)}`);
  const servers = getItems(spec, 'servers');
  if (servers.length === 0) yield violationAt(getNode(spec, 'servers'), 'gateway must have at least one server');
  const names = new Set<string>();
  for (const server of servers) {
    yield* validatePort(server, names);
    yield* validateHosts(server);
    yield* validateTlsOfProtocol(server);
    yield* validateCertificates(getNode(server, 'tls'));
  }
};
