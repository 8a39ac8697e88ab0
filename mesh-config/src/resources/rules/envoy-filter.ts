import { RE2JS } from 're2js';
import { type DocumentNode, getItems, getNode, isPresent, stringOf, textOf, isObject } from '../document-node.ts';
import { type RuleViolation, type Rule, type Violations, violationAt } from './rule.ts';
import { validateWorkloadSelector } from './workload-selector.ts';
import { findProxyFaults } from '../messages/proxy/find-proxy-faults.ts';

/** What a patch is of, in version 2 of the proxy's API, by what it applies to. */
const patchedMessages: Readonly<Record<string, string>> = {
  CLUSTER: 'envoy.api.v2.Cluster',
  FILTER_CHAIN: 'envoy.api.v2.listener.FilterChain',
  HTTP_FILTER: 'envoy.config.filter.network.http_connection_manager.v2.HttpFilter',
  HTTP_ROUTE: 'envoy.api.v2.route.Route',
  LISTENER: 'envoy.api.v2.Listener',
  NETWORK_FILTER: 'envoy.api.v2.listener.Filter',
  ROUTE_CONFIGURATION: 'envoy.api.v2.RouteConfiguration',
  VIRTUAL_HOST: 'envoy.api.v2.route.VirtualHost',
};

/** What a patch of an EnvoyFilter puts into the proxy's configuration is decoded as the proxy's API, strictly. */
function* validatePatchValue({ value, pointer }: DocumentNode, applyTo: string): Violations {
  const message = Object.hasOwn(patchedMessages, applyTo) ? patchedMessages[applyTo] : undefined;
  if (message === undefined || !isObject(value)) return;
  for (const { fault, pointer: place } of findProxyFaults(message, value, pointer))
    yield { pointer: place, message: `Envoy filter: ${fault}` };
}

const matchKinds = ['listener', 'routeConfiguration', 'cluster'] as const;
type MatchKind = (typeof matchKinds)[number];
const matchOf: Readonly<Record<string, MatchKind>> = {
  LISTENER: 'listener',
  FILTER_CHAIN: 'listener',
  NETWORK_FILTER: 'listener',
  HTTP_FILTER: 'listener',
  ROUTE_CONFIGURATION: 'routeConfiguration',
  VIRTUAL_HOST: 'routeConfiguration',
  HTTP_ROUTE: 'routeConfiguration',
  CLUSTER: 'cluster',
};
const matchClass: Readonly<Record<MatchKind, string>> = { listener: 'listener', routeConfiguration: 'http route', cluster: 'cluster' };
const httpConnectionManager = 'envoy.http_connection_manager';
/** The name that later releases of the proxy give it. */
const laterConnectionManager = 'envoy.filters.network.http_connection_manager';

const compiles = (pattern: string): boolean => {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
};

function* validateListenerMatch(listener: DocumentNode, applyTo: string): Violations {
  const filter = getNode(listener, 'filterChain', 'filter');
  if (!isPresent(filter)) return;
  const name = textOf(getNode(filter, 'name'));
  if (name === undefined) yield violationAt(filter, 'Envoy filter: filter match has no name to match on');
  const sub = getNode(filter, 'subFilter');
  if (!isPresent(sub)) return;
  if (applyTo !== 'HTTP_FILTER') yield violationAt(sub, 'Envoy filter: subfilter match can be used with applyTo HTTP_FILTER only');
  if (name !== httpConnectionManager && name !== laterConnectionManager)
    yield violationAt(sub, `Envoy filter: subfilter match requires filter match with ${httpConnectionManager}`);
  if (textOf(getNode(sub, 'name')) === undefined) yield violationAt(sub, 'Envoy filter: subfilter match has no name to match on');
}

function* validatePatch(config: DocumentNode): Violations {
  const applyTo = getNode(config, 'applyTo').value ?? 'INVALID';
  if (applyTo === 'INVALID') yield violationAt(getNode(config, 'applyTo'), 'Envoy filter: missing applyTo');
  if (typeof applyTo === 'number')
    yield violationAt(getNode(config, 'applyTo'), `Envoy filter: unknown object type for applyTo ${applyTo}`);
  const patch = getNode(config, 'patch');
  if (!isPresent(patch)) yield violationAt(patch, 'Envoy filter: missing patch');
  const operation = getNode(patch, 'operation').value ?? 'INVALID';
  if (operation === 'INVALID') yield violationAt(patch, 'Envoy filter: missing patch operation');
  if (operation !== 'REMOVE' && !isPresent(getNode(patch, 'value')))
    yield violationAt(patch, 'Envoy filter: missing patch value for non-remove operation');
  const match = getNode(config, 'match');
  const version = getNode(match, 'proxy', 'proxyVersion');
  if (!compiles(stringOf(version) ?? '')) yield violationAt(version, `Envoy filter: invalid regex for proxy version: ${stringOf(version)}`);
  const expected = typeof applyTo === 'string' ? matchOf[applyTo] : undefined;
  if (expected === undefined) return;
  // A null match is set, and matches nothing of its kind.
  const [chosen] = matchKinds.filter((kind) => getNode(match, kind).value !== undefined);
  if (chosen !== undefined && !isPresent(getNode(match, expected)))
    yield violationAt(
      getNode(match, chosen),
      `Envoy filter: applyTo for ${matchClass[expected]} class objects cannot have non ${matchClass[expected]} match`,
    );
  yield* validateListenerMatch(getNode(match, 'listener'), String(applyTo));
  yield* validatePatchValue(getNode(patch, 'value'), String(applyTo));
}

function* validateDeprecatedFilter(filter: DocumentNode): Violations {
  const position = getNode(filter, 'insertPosition');
  const index = textOf(getNode(position, 'index'));
  if ((index === 'BEFORE' || index === 'AFTER') && textOf(getNode(position, 'relativeTo')) === undefined)
    yield violationAt(position, 'Envoy filter: missing relativeTo filter with BEFORE/AFTER index');
  if ((getNode(filter, 'filterType').value ?? 'INVALID') === 'INVALID') yield violationAt(filter, 'Envoy filter: missing filter type');
  if (textOf(getNode(filter, 'filterName')) === undefined) yield violationAt(filter, 'Envoy filter: missing filter name');
  if (!isPresent(getNode(filter, 'filterConfig'))) yield violationAt(filter, 'Envoy filter: missing filter config');
}

const firstOf = function* (violations: Iterable<RuleViolation>): Violations {
  for (const one of violations) {
    yield one;
    return;
  }
};

export const validateEnvoyFilter: Rule = function* (spec) {
  yield* validateWorkloadSelector(spec);
  for (const filter of getItems(spec, 'filters')) yield* validateDeprecatedFilter(filter);
  // What a patch lacks first makes the rest of it meaningless.
  for (const config of getItems(spec, 'configPatches')) yield* firstOf(validatePatch(config));
};
