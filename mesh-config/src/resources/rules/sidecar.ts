import { type DocumentNode, getItems, getNode, isPresent, numberOf, stringOf, textOf } from '../document-node.ts';
import { isIpAddress, isSocketPath, socketPathOf } from './grammar/addresses.ts';
import { isDnsLabel, isWildcardName } from './grammar/names.ts';
import { describePortRange, maxPort, protocolNameOf, validateProtocol } from './grammar/ports.ts';
import { quoteValue, type Rule, type Violations, violationAt } from './rule.ts';
import { validateWorkloadSelector } from './workload-selector.ts';

function* validatePortFields(port: DocumentNode): Violations {
  const name = textOf(getNode(port, 'name'));
  if (name !== undefined && !isDnsLabel(name)) yield violationAt(getNode(port, 'name'), `invalid port name: ${name}`);
  if (protocolNameOf(port) !== '') yield* validateProtocol(port);
}
const isSocket = (text: string): boolean => {
  const path = socketPathOf(text);
  return path !== undefined && isSocketPath(path);
};
/** `127.0.0.1:PORT`, `:PORT`, or a socket. */
const isDefaultEndpoint = (text: string): boolean => {
  if (socketPathOf(text) !== undefined) return isSocket(text);
  const [, port = '0'] = /^(?:127\.0\.0\.1)?:([0-9]{1,9})$/.exec(text) ?? [];
  return Number(port) >= 1 && Number(port) <= maxPort;
};

function* validateIngress(ingress: DocumentNode, used: Set<number>): Violations {
  const port = getNode(ingress, 'port');
  const number = numberOf(getNode(port, 'number')) ?? 0;
  if (!isPresent(port)) yield violationAt(ingress, 'ingress has no port');
  else {
    yield* validatePortFields(port);
    if (number < 1 || number > maxPort) yield violationAt(getNode(port, 'number'), describePortRange(number));
    if (used.has(number)) yield violationAt(getNode(port, 'number'), `ports on listeners bound to IP addresses must be unique: ${number}`);
    used.add(number);
  }
  const bind = textOf(getNode(ingress, 'bind'));
  if (bind !== undefined && !isIpAddress(bind))
    yield violationAt(getNode(ingress, 'bind'), `${JSON.stringify(bind)} is not a valid IP address`);
  const endpoint = textOf(getNode(ingress, 'defaultEndpoint'));
  if (endpoint === undefined) yield violationAt(ingress, 'ingress has no defaultEndpoint: write 127.0.0.1:PORT, or unix:// and a path');
  else if (!isDefaultEndpoint(endpoint))
    yield violationAt(
      getNode(ingress, 'defaultEndpoint'),
      `${JSON.stringify(endpoint)}: expected 127.0.0.1:PORT, :PORT, or unix:// and a path`,
    );
}

const isEgressHost = (text: string): boolean => {
  const [, namespace = '', host = ''] = /^([^/]*)\/(.*)$/s.exec(text) ?? [];
  return (['*', '.', '~'].includes(namespace) || isDnsLabel(namespace)) && (host === '*' || (host.includes('.') && isWildcardName(host)));
};
function* validateEgressHosts(egress: DocumentNode): Violations {
  const hosts = getItems(egress, 'hosts');
  if (hosts.length === 0)
    yield violationAt(getNode(egress, 'hosts'), 'egress has no hosts: write namespace/host, such as ./* or istio-system/*');
  for (const host of hosts)
    if (stringOf(host) !== undefined && !isEgressHost(stringOf(host)!))
      yield violationAt(
        host,
        `${quoteValue(host)} is no host of an egress: expected namespace/host, such as ./*, ` +
          '*/reviews.prod.svc.cluster.local or istio-system/*',
      );
}

interface UsedListeners {
  readonly ports: Set<number>;
  readonly sockets: Set<string>;
}

function* validateEgressPort(egress: DocumentNode, used: UsedListeners): Violations {
  const port = getNode(egress, 'port');
  const bindNode = getNode(egress, 'bind');
  const [number, bind] = [numberOf(getNode(port, 'number')) ?? 0, stringOf(bindNode) ?? ''];
  yield* validatePortFields(port);
  if (number === 0) {
    const mode = getNode(egress, 'captureMode').value ?? 'DEFAULT';
    if (mode !== 'DEFAULT' && mode !== 'NONE')
      yield violationAt(getNode(egress, 'captureMode'), 'captureMode must be DEFAULT/NONE for unix domain socket listeners');
    if (!isSocket(bind)) yield violationAt(bindNode, 'port on an egress listener must be set, or bind must be unix:// and a path');
    if (used.sockets.has(bind)) yield violationAt(bindNode, 'unix domain socket listeners must have unique binds');
    used.sockets.add(bind);
    return;
  }
  if (number > maxPort) yield violationAt(getNode(port, 'number'), describePortRange(number));
  if (bind !== '' && !isIpAddress(bind)) yield violationAt(bindNode, `${quoteValue(bindNode)} is not a valid IP address`);
  if (used.ports.has(number))
    yield violationAt(getNode(port, 'number'), `ports on listeners bound to IP addresses must be unique: ${number}`);
  used.ports.add(number);
}

export const validateSidecar: Rule = function* (spec) {
  yield* validateWorkloadSelector(spec);
  const egress = getItems(spec, 'egress');
  if (egress.length === 0) {
    yield violationAt(getNode(spec, 'egress'), 'sidecar: missing egress: write at least one listener with its hosts');
    return;
  }
  const ports = new Set<number>();
  for (const ingress of getItems(spec, 'ingress')) yield* validateIngress(ingress, ports);
  const used: UsedListeners = { ports: new Set(), sockets: new Set() };
  for (const [index, listener] of egress.entries()) {
    yield* validateEgressHosts(listener);
    if (isPresent(getNode(listener, 'port'))) yield* validateEgressPort(listener, used);
    else if (index < egress.length - 1)
      yield violationAt(listener, 'the egress listener with empty port should be the last listener in the list');
  }
};
