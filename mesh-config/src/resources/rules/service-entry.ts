import { type DocumentNode, getNode, getItems, isPresent, textOf } from '../document-node.ts';
import { validateHosts } from './hosts.ts';
import type { RuleViolation, Rule } from './rule.ts';

function* validateEntryHosts(spec: DocumentNode): Generator<RuleViolation> {
  const hosts = getItems(spec, 'hosts');
  if (hosts.length === 0) yield { pointer: getNode(spec, 'hosts').pointer, message: 'service entry must have at least one host' };
  for (const host of hosts)
    if (host.value === '*')
      yield { pointer: host.pointer, message: 'host of a service entry cannot be *: write the domain, such as *.example.com' };
  yield* validateHosts(hosts);
}

function* validatePorts(spec: DocumentNode): Generator<RuleViolation> {
  const ports = getItems(spec, 'ports');
  if (ports.length === 0) yield { pointer: getNode(spec, 'ports').pointer, message: 'service entry must have at least one port' };
  const used = { name: new Set<unknown>(), number: new Set<unknown>() };
  for (const port of ports)
    for (const field of ['name', 'number'] as const) {
      const node = getNode(port, field);
      if (!isPresent(node)) yield { pointer: port.pointer, message: `port has no ${field}` };
      else if (used[field].has(node.value))
        yield {
          pointer: node.pointer,
          message:
            `port ${field} ${JSON.stringify(node.value)} is already used: ` +
            'names and numbers of ports must be unique within a service entry',
        };
      used[field].add(node.value);
    }
}

function* validateResolution(spec: DocumentNode): Generator<RuleViolation> {
  const [endpoints, selector] = [getItems(spec, 'endpoints'), getNode(spec, 'workloadSelector')];
  const resolution = textOf(getNode(spec, 'resolution')) ?? 'NONE';
  if (resolution === 'NONE' && endpoints.length > 0)
    yield {
      pointer: getNode(spec, 'endpoints').pointer,
      message: 'service entry of resolution NONE has endpoints: leave them out, or write resolution STATIC or DNS',
    };
  if (resolution === 'STATIC' && endpoints.length === 0 && !isPresent(selector))
    yield {
      pointer: getNode(spec, 'resolution').pointer,
      message: 'service entry of resolution STATIC has no endpoints: write their addresses',
    };
  if (resolution !== 'DNS' || endpoints.length > 0) return;
  for (const host of getItems(spec, 'hosts'))
    if (textOf(host)?.startsWith('*'))
      yield {
        pointer: host.pointer,
        message: `${JSON.stringify(host.value)} cannot be resolved by DNS: write endpoints, or a host without *`,
      };
}

function* validateEndpoints(spec: DocumentNode): Generator<RuleViolation> {
  const [endpoints, selector] = [getItems(spec, 'endpoints'), getNode(spec, 'workloadSelector')];
  if (endpoints.length > 0 && isPresent(selector))
    yield { pointer: selector.pointer, message: 'service entry has both endpoints and a workloadSelector: write one of them' };
  for (const endpoint of endpoints)
    if (!isPresent(getNode(endpoint, 'address')) && !isPresent(getNode(endpoint, 'network')))
      yield { pointer: endpoint.pointer, message: 'endpoint has no address' };
}

export const validateServiceEntry: Rule = function* (spec): Generator<RuleViolation> {
  yield* validateEntryHosts(spec);
  yield* validatePorts(spec);
  yield* validateResolution(spec);
  yield* validateEndpoints(spec);
};
