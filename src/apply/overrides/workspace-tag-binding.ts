import { pairs, type Row, type Values } from '../../declare/index.ts';
import type { Surroundings, Verbs } from '../job.ts';
import { fill, neutralItem, orNotThere, send } from '../send.ts';

const binding = pairs('tag-bindings');

const bindingsOf = async (state: Values, around: Surroundings): Promise<readonly [string, unknown][]> => {
  const found: [string, unknown][] = [];
  const path = fill('GET /workspaces/{workspace_id}/tag-bindings', state);
  for await (const item of around.line.list({ path, signal: around.signal })) found.push(binding.decode(neutralItem(item) as never) as [string, unknown]);
  return found;
};

/** A PATCH of the bindings adds or replaces by key; taking one away is saying all the others. */
export const put: Verbs['put'] = async (job, around) => {
  await send(around, job.resource.endpoints.create as Row, job.want, { body: { data: [binding.encode([job.want['key'], job.want['value']])] }, effect: 'put' });
  job.done(['workspace_id', 'key', 'value']);
};

export const remove: Verbs['delete'] = async (state, around) => {
  const present = await orNotThere(() => bindingsOf(state, around));
  if (!present?.some(([key]) => key === state['key'])) return;
  const rest = present.filter(([key]) => key !== state['key']).map((entry) => binding.encode(entry));
  const body = { data: { id: state['workspace_id'], type: 'workspaces', attributes: {}, relationships: { 'tag-bindings': { data: rest } } } };
  await send(around, 'PATCH /workspaces/{workspace_id}', state, { body, effect: 'delete', accept: [404] });
};
