import { type DocumentNode, getItems, getMembers, getNode, numberOf, stringOf } from '../document-node.ts';
import { isIpAddress, isSocketPath, socketPathOf } from './grammar/addresses.ts';
import { validateLabels } from './grammar/labels.ts';
import { isFullName } from './grammar/names.ts';
import { describePortRange, maxPort } from './grammar/ports.ts';
import { quoteValue, type Violations, violationAt } from './rule.ts';

function* validatePortNames(endpoint: DocumentNode, names: ReadonlySet<unknown>): Violations {
  for (const [name, node] of getMembers(getNode(endpoint, 'ports')))
    if (!names.has(name)) yield violationAt(node, `endpoint port ${JSON.stringify(name)} is not defined by the service entry`);
}

function* validateStaticEndpoint(endpoint: DocumentNode, ports: readonly DocumentNode[], names: ReadonlySet<unknown>): Violations {
  const address = getNode(endpoint, 'address');
  const text = stringOf(address) ?? '';
  const path = socketPathOf(text);
  if (path === undefined) {
    if (!isIpAddress(text)) yield violationAt(address, `${JSON.stringify(text)} is not a valid IP address, nor unix:// and a path`);
    yield* validatePortNames(endpoint, names);
    return;
  }
  if (!isSocketPath(path)) yield violationAt(address, `${quoteValue(address)}: expected unix:// and an absolute path or @name`);
  if (getMembers(getNode(endpoint, 'ports')).length > 0)
    yield violationAt(getNode(endpoint, 'ports'), 'unix endpoint address cannot have ports');
  if (ports.length !== 1) yield violationAt(endpoint, 'exactly 1 service port required for unix endpoints');
}

function* validateDnsEndpoint(endpoint: DocumentNode, names: ReadonlySet<unknown>): Violations {
  const address = getNode(endpoint, 'address');
  const text = stringOf(address) ?? '';
  if (!isIpAddress(text) && !isFullName(text))
    yield violationAt(address, `endpoint address ${JSON.stringify(text)} is not a valid FQDN or an IP address`);
  for (const [, port] of getMembers(getNode(endpoint, 'ports'))) {
    const number = numberOf(port);
    if (number !== undefined && (number < 1 || number > maxPort)) yield violationAt(port, describePortRange(number));
  }
  yield* validatePortNames(endpoint, names);
}

export function* validateEndpoints(spec: DocumentNode, resolution: string): Violations {
  const ports = getItems(spec, 'ports');
  const names = new Set(ports.map((port) => getNode(port, 'name').value));
  for (const endpoint of getItems(spec, 'endpoints')) {
    if (resolution === 'STATIC') yield* validateStaticEndpoint(endpoint, ports, names);
    else if (resolution === 'DNS') yield* validateDnsEndpoint(endpoint, names);
    else continue;
    yield* validateLabels(getNode(endpoint, 'labels'));
  }
}
