import { type DocumentNode, getItems, getNode, isPresent, numberOf, stringOf } from '../document-node.ts';
import { isDnsLabel, isWildcardName } from './grammar/names.ts';
import { validatePortSelector } from './grammar/ports.ts';
import { quoteValue, type Violations, violationAt } from './rule.ts';

export function* validateDestination(destination: DocumentNode): Violations {
  const host = getNode(destination, 'host');
  const text = stringOf(host) ?? '';
  if (text === '*') yield violationAt(host, 'invalid destination host "*": expected the host of a service');
  else if (!isWildcardName(text)) yield violationAt(host, `${quoteValue(host)} is not a host: expected a DNS name`);
  const subset = getNode(destination, 'subset');
  if (stringOf(subset) && !isDnsLabel(stringOf(subset)!)) yield violationAt(subset, `subset name is invalid: ${stringOf(subset)}`);
  yield* validatePortSelector(getNode(destination, 'port'));
}

/** The destinations of a route, each with its weight. */
export function* validateWeightedRoutes(list: DocumentNode): Violations {
  const routes = getItems(list);
  for (const route of routes) {
    const destination = getNode(route, 'destination');
    if (isPresent(destination)) yield* validateDestination(destination);
    else yield violationAt(route, 'route has no destination: write its host');
  }
  if (routes.length < 2) return;
  const sum = routes.reduce((total, route) => total + (numberOf(getNode(route, 'weight')) ?? 0), 0);
  if (sum !== 100) yield violationAt(list, `total destination weight ${sum} != 100`);
}
