import { findProxyFaults } from '../messages/proxy/find-proxy-faults.ts';
import { type DocumentNode, isObject } from '../document-node.ts';
import type { Violations } from './rule.ts';

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
export function* validatePatchValue({ value, pointer }: DocumentNode, applyTo: string): Violations {
  const message = Object.hasOwn(patchedMessages, applyTo) ? patchedMessages[applyTo] : undefined;
  if (message === undefined || !isObject(value)) return;
  for (const { fault, pointer: place } of findProxyFaults(message, value, pointer))
    yield { pointer: place, message: `Envoy filter: ${fault}` };
}
