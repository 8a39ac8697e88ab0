import { type DocumentNode, getItems, getMembers, getNode, isObject, isPresent, textOf } from '../document-node.ts';
import { type Violations, violationAt } from './rule.ts';

/** Messages of the proxy's API whose fields are few: the filters of a chain and of a connection manager. */
const filterMessages: Readonly<Record<string, string>> = {
  HTTP_FILTER: 'envoy_config_filter_network_http_connection_manager_v2.HttpFilter',
  NETWORK_FILTER: 'envoy_api_v2_listener.Filter',
};
const filterFields: ReadonlySet<string> = new Set(['name', 'config', 'typed_config', 'typedConfig']);
const isTypedConfig = (name: string): boolean => name === 'typed_config' || name === 'typedConfig';

function* validateFilter(value: DocumentNode, message: string): Violations {
  for (const [name, member] of getMembers(value))
    if (!filterFields.has(name)) yield violationAt(member, `Envoy filter: unknown field ${JSON.stringify(name)} in ${message}`);
  const name = getNode(value, 'name');
  if (isPresent(name) && typeof name.value !== 'string') yield violationAt(name, 'Envoy filter: expected a text as the name of a filter');
  const config = getNode(value, 'config');
  if (isPresent(config) && !isObject(config.value)) yield violationAt(config, 'Envoy filter: expected an object as the config of a filter');
}

/** A typed configuration at any depth must name its type. */
function* validateTypedConfigs(node: DocumentNode): Violations {
  for (const item of Array.isArray(node.value) ? getItems({ value: { items: node.value }, pointer: '' }, 'items') : [])
    yield* validateTypedConfigs({ value: item.value, pointer: node.pointer + item.pointer.slice('/items'.length) });
  for (const [name, member] of getMembers(node)) {
    if (isTypedConfig(name) && isPresent(member) && textOf(getNode(member, '@type')) === undefined)
      yield violationAt(member, "Envoy filter: a typed configuration must have '@type'");
    yield* validateTypedConfigs(member);
  }
}

/** What a patch of an EnvoyFilter puts into the proxy's configuration, as far as it can be told without the proxy's API. */
export function* validatePatchValue(value: DocumentNode, applyTo: string): Violations {
  const message = filterMessages[applyTo];
  if (message !== undefined && isObject(value.value)) yield* validateFilter(value, message);
  yield* validateTypedConfigs(value);
}
