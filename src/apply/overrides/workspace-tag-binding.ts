import { keyValueLinkage, type Endpoint, type Values } from '../../declare/index.ts';
import type { ApplyContext, ResourceOperations } from '../apply-operation.ts';
import { fillPath, toNeutralItem, nullIfNotFound, callEndpoint } from '../call-endpoint.ts';

const bindingCodec = keyValueLinkage('tag-bindings');

const readBindings = async (state: Values, around: ApplyContext): Promise<readonly [string, unknown][]> => {
  const found: [string, unknown][] = [];
  const path = fillPath('GET /workspaces/{workspace_id}/tag-bindings', state);
  for await (const item of around.client.list({ path, signal: around.signal }))
    found.push(bindingCodec.decode(toNeutralItem(item) as never) as [string, unknown]);
  return found;
};

/** A PATCH of the bindings adds or replaces by key; taking one away is saying all the others. */
export const put: ResourceOperations['put'] = async (job, around) => {
  await callEndpoint(around, job.resource.endpoints.create as Endpoint, job.want, {
    body: { data: [bindingCodec.encode([job.want['key'], job.want['value']])] },
    effect: 'put',
  });
  job.recordSuccess(['workspace_id', 'key', 'value']);
};

export const remove: ResourceOperations['delete'] = async (state, around) => {
  const present = await nullIfNotFound(() => readBindings(state, around));
  if (!present?.some(([key]) => key === state['key'])) return;
  const rest = present.filter(([key]) => key !== state['key']).map((entry) => bindingCodec.encode(entry));
  const body = {
    data: { id: state['workspace_id'], type: 'workspaces', attributes: {}, relationships: { 'tag-bindings': { data: rest } } },
  };
  await callEndpoint(around, 'PATCH /workspaces/{workspace_id}', state, { body, effect: 'delete', accept: [404] });
};
