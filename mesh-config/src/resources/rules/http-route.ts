import { type DocumentNode, getItems, getMembers, getNode, isPresent, numberOf, stringOf, textOf } from '../document-node.ts';
import { validateFault } from './fault.ts';
import { validateCorsPolicy } from './cors-policy.ts';
import { validateDuration } from './grammar/durations.ts';
import { isRetryOn } from './grammar/retry-on.ts';
import { quoteValue, type Violations, violationAt } from './rule.ts';
import { validateDestination, validateWeightedRoutes } from './weighted-routes.ts';

function* validateHeaderOperations(place: DocumentNode): Violations {
  for (const direction of ['request', 'response']) {
    const operations = getNode(place, 'headers', direction);
    for (const operation of ['add', 'set'])
      for (const [name, node] of getMembers(getNode(operations, operation)))
        if (name === '') yield violationAt(node, 'header name cannot be empty');
    for (const name of getItems(operations, 'remove')) if (name.value === '') yield violationAt(name, 'header name cannot be empty');
  }
}

function* validateAction(http: DocumentNode): Violations {
  const routes = getItems(http, 'route');
  const redirect = getNode(http, 'redirect');
  if (!isPresent(redirect)) {
    if (routes.length === 0) yield violationAt(http, 'HTTP route has neither route nor redirect: write where requests go');
    return;
  }
  if (routes.length > 0) yield violationAt(redirect, 'HTTP route has both a route and a redirect: write one of them');
  for (const field of ['fault', 'rewrite'])
    if (isPresent(getNode(http, field))) yield violationAt(getNode(http, field), `HTTP route with a redirect cannot have a ${field}`);
}

function* validateTarget(target: DocumentNode, name: string): Violations {
  if (isPresent(target) && !textOf(getNode(target, 'uri')) && !textOf(getNode(target, 'authority')))
    yield violationAt(target, `${name} must specify URI, authority, or both`);
}

function* validateRetries(retries: DocumentNode): Violations {
  const [timeout, retryOn] = [getNode(retries, 'perTryTimeout'), getNode(retries, 'retryOn')];
  const words = stringOf(retryOn) ?? '';
  if ((numberOf(getNode(retries, 'attempts')) ?? 0) === 0 && (isPresent(timeout) || words !== ''))
    yield violationAt(retries, 'http retry policy configured when attempts are set to 0 (disabled)');
  yield* validateDuration(timeout);
  if (words !== '' && !isRetryOn(words)) yield violationAt(retryOn, `${quoteValue(retryOn)} is not a valid retryOn policy`);
}

function* validateHeaderMatches(match: DocumentNode): Violations {
  for (const [name, node] of getMembers(getNode(match, 'headers'))) {
    if (name === '') yield violationAt(node, 'header has an empty name');
    if (node.value === null) yield violationAt(node, `header match ${name} cannot be null`);
  }
}

/** One entry of `http`, except what its matches share with those of TLS and TCP. */
export function* validateHttpRoute(http: DocumentNode): Violations {
  yield* validateAction(http);
  for (const match of getItems(http, 'match')) yield* validateHeaderMatches(match);
  yield* validateHeaderOperations(http);
  for (const route of getItems(http, 'route')) yield* validateHeaderOperations(route);
  yield* validateDuration(getNode(http, 'timeout'));
  yield* validateRetries(getNode(http, 'retries'));
  yield* validateTarget(getNode(http, 'redirect'), 'redirect');
  const code = numberOf(getNode(http, 'redirect', 'redirectCode')) ?? 0;
  if (code !== 0 && (code < 300 || code > 399))
    yield violationAt(getNode(http, 'redirect', 'redirectCode'), `redirect code ${code} must be in the range 300..399`);
  yield* validateTarget(getNode(http, 'rewrite'), 'rewrite');
  if (isPresent(getNode(http, 'mirror'))) yield* validateDestination(getNode(http, 'mirror'));
  yield* validateCorsPolicy(getNode(http, 'corsPolicy'));
  yield* validateFault(getNode(http, 'fault'));
  yield* validateWeightedRoutes(getNode(http, 'route'));
}
