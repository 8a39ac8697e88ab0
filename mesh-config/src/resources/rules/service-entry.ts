import { type DocumentNode, getItems, getNode, numberOf, stringOf, textOf } from '../document-node.ts';
import { isAddressOrBlock } from './grammar/addresses.ts';
import { validateExportTo } from './grammar/export-to.ts';
import { isDnsLabel, isFullName, isWildcardName } from './grammar/names.ts';
import { describePortRange, httpProtocols, maxPort, protocolNameOf, tlsProtocols, validateProtocol } from './grammar/ports.ts';
import { quoteValue, type Rule, type Violations, violationAt } from './rule.ts';
import { validateEndpoints } from './endpoints.ts';

function* validateHosts(spec: DocumentNode): Violations {
  const hosts = getItems(spec, 'hosts');
  if (hosts.length === 0) yield violationAt(getNode(spec, 'hosts'), 'service entry must have at least one host');
  for (const host of hosts) {
    const text = stringOf(host);
    if (text === '*') yield violationAt(host, 'host of a service entry cannot be *: write the domain, such as *.example.com');
    else if (text !== undefined && !isWildcardName(text))
      yield violationAt(host, `${quoteValue(host)} is not a host: expected a DNS name, or one that begins with *`);
  }
}

function* validateAddresses(spec: DocumentNode, resolution: string): Violations {
  for (const address of getItems(spec, 'addresses')) {
    const text = stringOf(address);
    if (text === undefined) continue;
    if (!isAddressOrBlock(text)) yield violationAt(address, `${quoteValue(address)} is not a valid IP address or CIDR block`);
    else if (text.includes('/') && resolution !== 'NONE' && resolution !== 'STATIC')
      yield violationAt(address, 'CIDR addresses are allowed only for NONE/STATIC resolution types');
  }
}

function* validatePorts(spec: DocumentNode): Violations {
  const used = { name: new Set<unknown>(), number: new Set<unknown>() };
  for (const port of getItems(spec, 'ports')) {
    const name = stringOf(getNode(port, 'name')) ?? '';
    if (!isDnsLabel(name)) yield violationAt(getNode(port, 'name'), `invalid port name: ${name}`);
    if (protocolNameOf(port) !== '') yield* validateProtocol(port);
    const number = numberOf(getNode(port, 'number')) ?? 0;
    if (number < 1 || number > maxPort) yield violationAt(getNode(port, 'number'), describePortRange(number));
    for (const field of ['name', 'number'] as const) {
      const node = getNode(port, field);
      if (node.value !== undefined && used[field].has(node.value))
        yield violationAt(
          node,
          `port ${field} ${quoteValue(node)} is already used: names and numbers of ports must be unique within a service entry`,
        );
      used[field].add(node.value);
    }
  }
}

const isSecureOrHttp = (port: DocumentNode): boolean => httpProtocols.has(protocolNameOf(port)) || tlsProtocols.has(protocolNameOf(port));

export const validateServiceEntry: Rule = function* (spec) {
  const resolution = textOf(getNode(spec, 'resolution')) ?? 'NONE';
  const endpoints = getItems(spec, 'endpoints');
  if (typeof getNode(spec, 'resolution').value === 'number') yield violationAt(getNode(spec, 'resolution'), 'unsupported resolution type');
  yield* validateHosts(spec);
  yield* validateAddresses(spec, resolution);
  yield* validatePorts(spec);
  if (resolution === 'NONE' && endpoints.length > 0)
    yield violationAt(
      getNode(spec, 'endpoints'),
      'service entry of resolution NONE has endpoints: leave them out, or write resolution STATIC or DNS',
    );
  yield* validateEndpoints(spec, resolution);
  if (resolution === 'DNS' && endpoints.length === 0)
    for (const host of getItems(spec, 'hosts'))
      if (stringOf(host) !== undefined && !isFullName(stringOf(host)!))
        yield violationAt(host, `${quoteValue(host)} cannot be resolved by DNS: write endpoints, or a host without *`);
  if (getItems(spec, 'hosts').length > 1 && resolution !== 'NONE')
    for (const port of getItems(spec, 'ports'))
      if (!isSecureOrHttp(port)) yield violationAt(port, 'multiple hosts provided with non-HTTP, non-TLS ports');
  yield* validateExportTo(spec);
};
