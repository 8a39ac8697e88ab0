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

/** A PATCH of the bindings adds or replaces by key; to remove one, all others are sent. */
export const put: ResourceOperations['put'] = async (operation, context) => {
  await callEndpoint(context, operation.resource.endpoints.create as Endpoint, operation.desired, {
    body: { data: [bindingCodec.encode([operation.desired['key'], operation.desired['value']])] },
    effect: 'put',
  });
  operation.recordSuccess(['workspace_id', 'key', 'value']);
};

export const remove: ResourceOperations['delete'] = async (state, context) => {
  const present = await nullIfNotFound(() => readBindings(state, context));
  if (!present?.some(([key]) => key === state['key'])) return;
  const rest = present.filter(([key]) => key !== state['key']).map((entry) => bindingCodec.encode(entry));
  const body = {
    data: { id: state['workspace_id'], type: 'workspaces', attributes: {}, relationships: { 'tag-bindings': { data: rest } } },
  };
  await callEndpoint(context, 'PATCH /workspaces/{workspace_id}', state, { body, effect: 'delete', acceptedStatuses: [404] });
};
