import { type Attribute, isAbsent, type Linkage, type Endpoint, type Values } from '@slipway/declarations/declare';
import { encodeDocument, documentFormatOf } from '@slipway/declarations/dialects';
import type { ApplyOperation, ApplyContext } from './apply-operation.ts';
import { isPartlyOwned } from './ownership.ts';
import { decodeResponse, fillPath, toNeutralItem, callEndpoint } from './call-endpoint.ts';

/** Reads all elements of X by its `get X` endpoint. */
export const readSubresource = async (
  resource: ApplyOperation['resource'],
  name: string,
  state: Values,
  context: ApplyContext,
): Promise<unknown> => {
  const endpoint = resource.endpoints[`get ${name}`] as Endpoint;
  const at = (resource.attributes[name] as Attribute).at;
  if (typeof at !== 'object' || at.place !== 'toMany') throw new Error(`${resource.name}.${name} is read elsewhere and is no to-many`);
  const items: unknown[] = [];
  for await (const item of context.client.list({ path: fillPath(endpoint, state), signal: context.signal }))
    items.push(at.item.decode(toNeutralItem(item) as unknown as Linkage));
  return at.as === 'map' ? Object.fromEntries(items as [string, unknown][]) : items;
};

/** Cached: declarations do not change. */
const namesByResource = new WeakMap<ApplyOperation['resource'], readonly string[]>();

/** Attributes with endpoints of their own: `add X` and `remove X`, or `set X`. */
export const subresourceNames = (resource: ApplyOperation['resource']): readonly string[] => {
  let names = namesByResource.get(resource);
  if (!names)
    namesByResource.set(resource, (names = Object.keys(resource.endpoints).flatMap((op) => (/^(add|set) /.test(op) ? [op.slice(4)] : []))));
  return names;
};

/**
 * The present elements that may be removed: those of the state, if ownership is unchanged. When all entries become ours, the service is
 * asked for them; when only some do, nothing is removed.
 */
const removableElements = async (operation: ApplyOperation, name: string, context: ApplyContext): Promise<readonly unknown[]> => {
  const { resource, prior, desired } = operation;
  const some = isPartlyOwned(resource.attributes, name, desired);
  if (prior === null) return [];
  if (!isAbsent(prior[name]) && some === isPartlyOwned(resource.attributes, name, prior)) return prior[name] as readonly unknown[];
  if (some) return [];
  const response = await callEndpoint(context, resource.endpoints.read as Endpoint, prior, { effect: 'read' });
  return (decodeResponse(resource, response.body)[name] ?? []) as readonly unknown[];
};

/** Writes X by its own endpoints: the difference from the previous elements, or all of them. */
export const putSubresource = async (operation: ApplyOperation, name: string, context: ApplyContext): Promise<void> => {
  const { resource, desired } = operation;
  const key = { ...desired, ...operation.state() };
  const set = resource.endpoints[`set ${name}`];
  if (set !== undefined) {
    const body = encodeDocument(documentFormatOf(resource.service), {
      type: resource.type,
      attributes: resource.attributes,
      values: desired,
      names: [name],
    });
    const response = await callEndpoint(context, set, key, { body, effect: 'put' });
    return operation.recordSuccess([name], decodeResponse(resource, response.body));
  }
  const at = (resource.attributes[name] as Attribute).at;
  if (typeof at !== 'object' || at.place !== 'toMany') throw new Error(`${resource.name}.${name} is added and removed, and is no to-many`);
  const previous = await removableElements(operation, name, context);
  const desiredItems = (isAbsent(desired[name]) ? [] : desired[name]) as readonly unknown[];
  const steps = [
    ['add', desiredItems.filter((x) => !previous.includes(x))],
    ['remove', previous.filter((x) => !desiredItems.includes(x))],
  ] as const;
  for (const [op, items] of steps) {
    if (items.length === 0) continue;
    await callEndpoint(context, resource.endpoints[`${op} ${name}`] as Endpoint, key, {
      body: { data: items.map((item) => at.item.encode(item)) },
      effect: 'put',
    });
  }
  operation.recordSuccess([name]);
};
