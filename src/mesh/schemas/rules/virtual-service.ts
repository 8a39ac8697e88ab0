import { at, each, isThere, members, numberOf, type Place, textOf } from '../../place.ts';
import { wrongHosts } from './hosts.ts';
import type { Broken, Rule } from './rule.ts';

function* weights(routes: readonly Place[], place: Place): Generator<Broken> {
  if (routes.length < 2) return;
  const sum = routes.reduce((total, route) => total + (numberOf(at(route, 'weight')) ?? 0), 0);
  if (sum !== 100) yield { pointer: place.pointer, message: `weights of the destinations sum up to ${sum}: expected 100` };
}
function* destinations(routes: readonly Place[]): Generator<Broken> {
  for (const route of routes) if (!isThere(at(route, 'destination'))) yield { pointer: route.pointer, message: 'route has no destination: write its host' };
}

export const virtualService: Rule = function* (spec): Generator<Broken> {
  const hosts = each(spec, 'hosts');
  if (hosts.length === 0) yield { pointer: at(spec, 'hosts').pointer, message: 'virtual service must have at least one host' };
  yield* wrongHosts(hosts);
  const [http, tls, tcp] = [each(spec, 'http'), each(spec, 'tls'), each(spec, 'tcp')];
  if (http.length + tls.length + tcp.length === 0) yield { pointer: spec.pointer, message: 'http, tcp or tls must be there: a virtual service without routes leads nowhere' };
  for (const one of http) {
    const routes = each(one, 'route');
    const redirect = isThere(at(one, 'redirect'));
    if (redirect && routes.length > 0) yield { pointer: at(one, 'redirect').pointer, message: 'HTTP route has both a route and a redirect: write one of them' };
    if (redirect && isThere(at(one, 'fault'))) yield { pointer: at(one, 'fault').pointer, message: 'HTTP route with a redirect cannot have a fault' };
    if (redirect && isThere(at(one, 'rewrite'))) yield { pointer: at(one, 'rewrite').pointer, message: 'HTTP route with a redirect cannot have a rewrite' };
    if (!redirect && routes.length === 0 && !isThere(at(one, 'delegate')) && !isThere(at(one, 'directResponse'))) yield { pointer: one.pointer, message: 'HTTP route has neither route nor redirect: write where requests go' };
    yield* destinations(routes);
    yield* weights(routes, at(one, 'route'));
    for (const match of each(one, 'match')) {
      for (const [name, place] of members(at(match, 'headers'))) if (name === '') yield { pointer: place.pointer, message: 'header has an empty name' };
    }
  }
  for (const [one, what] of [...tls.map((place) => [place, 'TLS'] as const), ...tcp.map((place) => [place, 'TCP'] as const)]) {
    const routes = each(one, 'route');
    if (routes.length === 0) yield { pointer: one.pointer, message: `${what} route has no route: write where connections go` };
    yield* destinations(routes);
    yield* weights(routes, at(one, 'route'));
    if (what !== 'TLS') continue;
    if (each(one, 'match').length === 0) yield { pointer: one.pointer, message: 'TLS route has no match: write the sniHosts that it is for' };
    for (const match of each(one, 'match')) if (each(match, 'sniHosts').length === 0) yield { pointer: match.pointer, message: 'match of a TLS route has no sniHosts: write at least one' };
  }
  for (const name of each(spec, 'gateways')) if (textOf(name) === undefined) yield { pointer: name.pointer, message: 'name of a gateway is empty: write its name, namespace/name, or mesh' };
};
