import { getNode, getItems, isPresent, textOf } from '../document-node.ts';
import { validateHosts } from './hosts.ts';
import type { RuleViolation, Rule } from './rule.ts';

export const validateServiceEntry: Rule = function* (spec): Generator<RuleViolation> {
  const hosts = getItems(spec, 'hosts'),
    ports = getItems(spec, 'ports'),
    endpoints = getItems(spec, 'endpoints');
  if (hosts.length === 0) yield { pointer: getNode(spec, 'hosts').pointer, message: 'service entry must have at least one host' };
  for (const host of hosts)
    if (host.value === '*')
      yield { pointer: host.pointer, message: 'host of a service entry cannot be *: write the domain, such as *.example.com' };
  yield* validateHosts(hosts);
  if (ports.length === 0) yield { pointer: getNode(spec, 'ports').pointer, message: 'service entry must have at least one port' };
  const [names, numbers] = [new Set<unknown>(), new Set<unknown>()];
  for (const port of ports) {
    for (const [field, seen] of [
      ['name', names],
      ['number', numbers],
    ] as const) {
      const place = getNode(port, field);
      if (!isPresent(place)) yield { pointer: port.pointer, message: `port has no ${field}` };
      else if (seen.has(place.value))
        yield {
          pointer: place.pointer,
          message: `port ${field} ${JSON.stringify(place.value)} is there already: names and numbers of ports differ within a service entry`,
        };
      seen.add(place.value);
    }
  }
  const resolution = textOf(getNode(spec, 'resolution')) ?? 'NONE';
  if (resolution === 'NONE' && endpoints.length > 0)
    yield {
      pointer: getNode(spec, 'endpoints').pointer,
      message: 'service entry of resolution NONE has endpoints: leave them out, or write resolution STATIC or DNS',
    };
  if (resolution === 'STATIC' && endpoints.length === 0 && !isPresent(getNode(spec, 'workloadSelector')))
    yield {
      pointer: getNode(spec, 'resolution').pointer,
      message: 'service entry of resolution STATIC has no endpoints: write their addresses',
    };
  if (resolution === 'DNS' && endpoints.length === 0)
    for (const host of hosts)
      if (textOf(host)?.startsWith('*'))
        yield {
          pointer: host.pointer,
          message: `${JSON.stringify(host.value)} cannot be resolved by DNS: write endpoints, or a host without *`,
        };
  if (endpoints.length > 0 && isPresent(getNode(spec, 'workloadSelector')))
    yield {
      pointer: getNode(spec, 'workloadSelector').pointer,
      message: 'service entry has both endpoints and a workloadSelector: write one of them',
    };
  for (const endpoint of endpoints)
    if (!isPresent(getNode(endpoint, 'address')) && !isPresent(getNode(endpoint, 'network')))
      yield { pointer: endpoint.pointer, message: 'endpoint has no address' };
};
