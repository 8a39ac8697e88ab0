import { getNode, getItems, isPresent, getMembers, numberOf, type DocumentNode, textOf } from '../document-node.ts';
import { validateHosts } from './hosts.ts';
import type { RuleViolation, Rule } from './rule.ts';

function* validateWeights(routes: readonly DocumentNode[], place: DocumentNode): Generator<RuleViolation> {
  if (routes.length < 2) return;
  const sum = routes.reduce((total, route) => total + (numberOf(getNode(route, 'weight')) ?? 0), 0);
  if (sum !== 100) yield { pointer: place.pointer, message: `weights of the destinations sum up to ${sum}: expected 100` };
}
function* validateDestinations(routes: readonly DocumentNode[]): Generator<RuleViolation> {
  for (const route of routes)
    if (!isPresent(getNode(route, 'destination'))) yield { pointer: route.pointer, message: 'route has no destination: write its host' };
}

function* validateHttpRoute(http: DocumentNode): Generator<RuleViolation> {
  const routes = getItems(http, 'route');
  const isRedirect = isPresent(getNode(http, 'redirect'));
  if (isRedirect && routes.length > 0)
    yield { pointer: getNode(http, 'redirect').pointer, message: 'HTTP route has both a route and a redirect: write one of them' };
  for (const field of ['fault', 'rewrite'])
    if (isRedirect && isPresent(getNode(http, field)))
      yield { pointer: getNode(http, field).pointer, message: `HTTP route with a redirect cannot have a ${field}` };
  if (!isRedirect && routes.length === 0 && !isPresent(getNode(http, 'delegate')) && !isPresent(getNode(http, 'directResponse')))
    yield { pointer: http.pointer, message: 'HTTP route has neither route nor redirect: write where requests go' };
  yield* validateDestinations(routes);
  yield* validateWeights(routes, getNode(http, 'route'));
  for (const match of getItems(http, 'match'))
    for (const [name, node] of getMembers(getNode(match, 'headers')))
      if (name === '') yield { pointer: node.pointer, message: 'header has an empty name' };
}

function* validateConnectionRoute(node: DocumentNode, protocol: 'TLS' | 'TCP'): Generator<RuleViolation> {
  const routes = getItems(node, 'route');
  if (routes.length === 0) yield { pointer: node.pointer, message: `${protocol} route has no route: write where connections go` };
  yield* validateDestinations(routes);
  yield* validateWeights(routes, getNode(node, 'route'));
}

function* validateTlsMatches(tls: DocumentNode): Generator<RuleViolation> {
  const matches = getItems(tls, 'match');
  if (matches.length === 0) yield { pointer: tls.pointer, message: 'TLS route has no match: write the sniHosts that it is for' };
  for (const match of matches)
    if (getItems(match, 'sniHosts').length === 0)
      yield { pointer: match.pointer, message: 'match of a TLS route has no sniHosts: write at least one' };
}

export const validateVirtualService: Rule = function* (spec): Generator<RuleViolation> {
  const hosts = getItems(spec, 'hosts');
  if (hosts.length === 0) yield { pointer: getNode(spec, 'hosts').pointer, message: 'virtual service must have at least one host' };
  yield* validateHosts(hosts);
  const [http, tls, tcp] = [getItems(spec, 'http'), getItems(spec, 'tls'), getItems(spec, 'tcp')];
  if (http.length + tls.length + tcp.length === 0)
    yield { pointer: spec.pointer, message: 'virtual service has no routes: write http, tcp or tls' };
  for (const route of http) yield* validateHttpRoute(route);
  for (const route of tls) {
    yield* validateConnectionRoute(route, 'TLS');
    yield* validateTlsMatches(route);
  }
  for (const route of tcp) yield* validateConnectionRoute(route, 'TCP');
  for (const name of getItems(spec, 'gateways'))
    if (textOf(name) === undefined)
      yield { pointer: name.pointer, message: 'name of a gateway is empty: write its name, namespace/name, or mesh' };
};
