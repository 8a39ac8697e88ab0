import { keyValueLinkage, type Endpoint, type Values } from '@slipway/declarations/declare';
import type { ApplyContext, ResourceOperations } from '../apply-operation.ts';
import { fillPath, toNeutralItem, nullIfNotFound, callEndpoint } from '../call-endpoint.ts';

const bindingCodec = keyValueLinkage('tag-bindings');

const readBindings = async (state: Values, context: ApplyContext): Promise<readonly [string, unknown][]> => {
  const findExisting: [string, unknown][] = [];
  const path = fillPath('GET /workspaces/{workspace_id}/tag-bindings', state);
  for await (const item of context.client.list({ path, signal: context.signal }))
    findExisting.push(bindingCodec.decode(toNeutralItem(item) as never) as [string, unknown]);
  return findExisting;
};

/** The last write of the bindings of a workspace, by address and workspace. */
const lastWrites = new Map<string, Promise<void>>();
/** Keys that are removed together as soon as it is their turn. */
const removals = new Map<string, { readonly keys: Set<unknown>; readonly removed: Promise<void> }>();

const placeOf = (values: Values, { client }: ApplyContext): string => `${client.address} ${String(values['workspace_id'])}`;

/** Runs after the writes before it: a removal sends all other bindings, and would undo what is written beside it. */
const inTurn = async (place: string, write: () => Promise<void>): Promise<void> => {
  const written = (lastWrites.get(place) ?? Promise.resolve()).then(write);
  const ended = written.catch(() => {});
  lastWrites.set(place, ended);
  try {
    await written;
  } finally {
    if (lastWrites.get(place) === ended) lastWrites.delete(place);
  }
};

/** A PATCH of the bindings adds or replaces by key; to remove some, all others are sent. */
export const put: ResourceOperations['put'] = async (operation, context) => {
  await inTurn(placeOf(operation.desired, context), async () => {
    await callEndpoint(context, operation.resource.endpoints.create as Endpoint, operation.desired, {
      body: { data: [bindingCodec.encode([operation.desired['key'], operation.desired['value']])] },
      effect: 'put',
    });
  });
  operation.recordSuccess(['workspace_id', 'key', 'value']);
};

const removeKeys = async (keys: ReadonlySet<unknown>, state: Values, context: ApplyContext): Promise<void> => {
  const present = await nullIfNotFound(() => readBindings(state, context));
  if (!present?.some(([key]) => keys.has(key))) return;
  const rest = present.filter(([key]) => !keys.has(key)).map((entry) => bindingCodec.encode(entry));
  const body = {
    data: { id: state['workspace_id'], type: 'workspaces', attributes: {}, relationships: { 'tag-bindings': { data: rest } } },
  };
  await callEndpoint(context, 'PATCH /workspaces/{workspace_id}', state, { body, effect: 'delete', acceptedStatuses: [404] });
};

/** Removals that wait for the same turn are one request. */
export const remove: ResourceOperations['delete'] = async (state, context) => {
  const place = placeOf(state, context);
  let removal = removals.get(place);
  if (!removal) {
    const keys = new Set<unknown>();
    const removed = inTurn(place, () => {
      removals.delete(place);
      return removeKeys(keys, state, context);
    });
    removals.set(place, (removal = { keys, removed }));
  }
  removal.keys.add(state['key']);
  await removal.removed;
};
