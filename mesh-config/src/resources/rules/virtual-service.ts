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

export const validateVirtualService: Rule = function* (spec): Generator<RuleViolation> {
  const hosts = getItems(spec, 'hosts');
  if (hosts.length === 0) yield { pointer: getNode(spec, 'hosts').pointer, message: 'virtual service must have at least one host' };
  yield* validateHosts(hosts);
  const [http, tls, tcp] = [getItems(spec, 'http'), getItems(spec, 'tls'), getItems(spec, 'tcp')];
  if (http.length + tls.length + tcp.length === 0)
    yield { pointer: spec.pointer, message: 'http, tcp or tls must be there: a virtual service without routes leads nowhere' };
  for (const one of http) {
    const routes = getItems(one, 'route');
    const redirect = isPresent(getNode(one, 'redirect'));
    if (redirect && routes.length > 0)
      yield { pointer: getNode(one, 'redirect').pointer, message: 'HTTP route has both a route and a redirect: write one of them' };
    if (redirect && isPresent(getNode(one, 'fault')))
      yield { pointer: getNode(one, 'fault').pointer, message: 'HTTP route with a redirect cannot have a fault' };
    if (redirect && isPresent(getNode(one, 'rewrite')))
      yield { pointer: getNode(one, 'rewrite').pointer, message: 'HTTP route with a redirect cannot have a rewrite' };
    if (!redirect && routes.length === 0 && !isPresent(getNode(one, 'delegate')) && !isPresent(getNode(one, 'directResponse')))
      yield { pointer: one.pointer, message: 'HTTP route has neither route nor redirect: write where requests go' };
    yield* validateDestinations(routes);
    yield* validateWeights(routes, getNode(one, 'route'));
    for (const match of getItems(one, 'match')) {
      for (const [name, place] of getMembers(getNode(match, 'headers')))
        if (name === '') yield { pointer: place.pointer, message: 'header has an empty name' };
    }
  }
  for (const [one, what] of [...tls.map((place) => [place, 'TLS'] as const), ...tcp.map((place) => [place, 'TCP'] as const)]) {
    const routes = getItems(one, 'route');
    if (routes.length === 0) yield { pointer: one.pointer, message: `${what} route has no route: write where connections go` };
    yield* validateDestinations(routes);
    yield* validateWeights(routes, getNode(one, 'route'));
    if (what !== 'TLS') continue;
    if (getItems(one, 'match').length === 0)
      yield { pointer: one.pointer, message: 'TLS route has no match: write the sniHosts that it is for' };
    for (const match of getItems(one, 'match'))
      if (getItems(match, 'sniHosts').length === 0)
        yield { pointer: match.pointer, message: 'match of a TLS route has no sniHosts: write at least one' };
  }
  for (const name of getItems(spec, 'gateways'))
    if (textOf(name) === undefined)
      yield { pointer: name.pointer, message: 'name of a gateway is empty: write its name, namespace/name, or mesh' };
};
