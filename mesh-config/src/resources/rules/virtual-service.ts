import { type DocumentNode, getItems, getNode, isPresent, stringOf } from '../document-node.ts';
import { isAddressOrBlock, isIpAddress } from './grammar/addresses.ts';
import { validateExportTo } from './grammar/export-to.ts';
import { validateLabels } from './grammar/labels.ts';
import { createNameCover, findOverlaps, isDnsLabel, isFullName, isWildcardName } from './grammar/names.ts';
import { validatePortNumber } from './grammar/ports.ts';
import { validateHttpRoute } from './http-route.ts';
import { quoteValue, type Rule, type Violations, violationAt } from './rule.ts';
import { validateWeightedRoutes } from './weighted-routes.ts';

const isHost = (text: string): boolean => isWildcardName(text) || isIpAddress(text);
const hostExpectation = 'a DNS name, such as reviews or reviews.prod.svc.cluster.local, one that begins with *, or an IP address';

function* validateHosts(spec: DocumentNode): Violations {
  const hosts = getItems(spec, 'hosts');
  if (hosts.length === 0) yield violationAt(getNode(spec, 'hosts'), 'virtual service must have at least one host');
  const gateways = getItems(spec, 'gateways');
  const isOfMesh = gateways.length === 0 || gateways.some(({ value }) => value === 'mesh');
  let isValid = true;
  for (const host of hosts) {
    const text = stringOf(host);
    if (text !== undefined && isHost(text) && !(text === '*' && isOfMesh)) continue;
    isValid = false;
    if (text === '*') yield violationAt(host, 'wildcard host * is not allowed for virtual services bound to the mesh gateway');
    else if (text !== undefined) yield violationAt(host, `${quoteValue(host)} is not a host: expected ${hostExpectation}`);
  }
  if (!isValid) return;
  for (const [index, other] of findOverlaps(hosts.map((host) => stringOf(host)!)))
    yield violationAt(hosts[index]!, `duplicate hosts in virtual service: ${stringOf(hosts[index]!)} & ${stringOf(hosts[other]!)}`);
}

const isGatewayName = (text: string): boolean => {
  const slash = text.indexOf('/');
  return slash < 0 ? isFullName(text) : isDnsLabel(text.slice(0, slash)) && isDnsLabel(text.slice(slash + 1));
};
function* validateGatewayNames(place: DocumentNode): Violations {
  for (const name of getItems(place, 'gateways')) {
    const text = stringOf(name);
    if (text !== undefined && !isGatewayName(text))
      yield violationAt(name, `${quoteValue(name)} is not the name of a gateway: expected a name, namespace/name, or mesh`);
  }
}

/** The common parts of the matches of HTTP, TLS and TCP. */
function* validateMatch(match: DocumentNode): Violations {
  yield* validatePortNumber(getNode(match, 'port'), 0);
  yield* validateLabels(getNode(match, 'sourceLabels'));
  yield* validateGatewayNames(match);
}
function* validateConnectionMatch(match: DocumentNode): Violations {
  yield* validateMatch(match);
  for (const subnet of getItems(match, 'destinationSubnets')) {
    const text = stringOf(subnet);
    if (text !== undefined && !isAddressOrBlock(text))
      yield violationAt(subnet, `${quoteValue(subnet)} is not a valid CIDR block: expected an IP address or a block`);
  }
}

interface VirtualHosts {
  readonly names: readonly string[];
  covers(name: string): boolean;
}
function* validateTlsMatch(match: DocumentNode, hosts: VirtualHosts): Violations {
  const names = getItems(match, 'sniHosts');
  if (names.length === 0) yield violationAt(match, 'match of a TLS route has no sniHosts: write at least one');
  for (const name of names) {
    const text = stringOf(name);
    if (text === undefined) continue;
    if (!isHost(text)) yield violationAt(name, `${quoteValue(name)} is not a host: expected ${hostExpectation}`);
    else if (!hosts.covers(text))
      yield violationAt(
        name,
        `SNI host ${quoteValue(name)} is not a compatible subset of the virtual service hosts: [${hosts.names.slice(0, 10).join(', ')}]`,
      );
  }
  yield* validateConnectionMatch(match);
}

function* validateConnectionRoute(route: DocumentNode, protocol: 'TLS' | 'TCP'): Violations {
  if (getItems(route, 'route').length === 0) yield violationAt(route, `${protocol} route has no route: write where connections go`);
  yield* validateWeightedRoutes(getNode(route, 'route'));
}

export const validateVirtualService: Rule = function* (spec) {
  yield* validateHosts(spec);
  const names = getItems(spec, 'hosts').flatMap((host) => stringOf(host) ?? []);
  const hosts: VirtualHosts = { names, covers: createNameCover(names) };
  const http = getItems(spec, 'http');
  // Null items of these are passed over, as they are when the document is served.
  const [tls, tcp] = [getItems(spec, 'tls').filter(isPresent), getItems(spec, 'tcp').filter(isPresent)];
  if (http.length + tls.length + tcp.length === 0) yield violationAt(spec, 'http, tcp or tls must be provided in virtual service');
  yield* validateGatewayNames(spec);
  yield* validateExportTo(spec);
  for (const route of http) {
    for (const match of getItems(route, 'match')) yield* validateMatch(match);
    yield* validateHttpRoute(route);
  }
  for (const route of tls) {
    const matches = getItems(route, 'match');
    if (matches.length === 0) yield violationAt(route, 'TLS route has no match: write the sniHosts that it is for');
    for (const match of matches) yield* validateTlsMatch(match, hosts);
    yield* validateConnectionRoute(route, 'TLS');
  }
  for (const route of tcp) {
    for (const match of getItems(route, 'match')) yield* validateConnectionMatch(match);
    yield* validateConnectionRoute(route, 'TCP');
  }
};
