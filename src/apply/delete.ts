import { isAbsent, methodOf, paramsOf, type Resource, type Row, type Values } from '../declare/index.ts';
import { dialectOf, encodeDocument } from '../dialects/index.ts';
import type { Verbs } from './job.ts';
import { send } from './send.ts';

const rowFor = (resource: Resource, state: Values): Row | undefined => {
  for (const [op, row] of Object.entries(resource.endpoints))
    if (op.startsWith('delete when ') && state[op.slice('delete when '.length)] === true) return row;
  return resource.endpoints.delete;
};

/** A delete that is a PATCH clears what the resource wrote. */
const clearing = (resource: Resource, row: Row): unknown => {
  if (methodOf(row) !== 'PATCH') return undefined;
  const names = Object.entries(resource.attributes)
    .filter(([name, a]) => a.mode !== 'computed' && !a.local && !a.address && !paramsOf(row).includes(name)).map(([name]) => name);
  return encodeDocument(dialectOf(resource.service), { type: resource.type, attributes: resource.attributes, values: {}, names });
};

/** Deletes by the row that the state chooses; what is already gone is deleted. */
export const deleteByRows = (resource: Resource): Verbs['delete'] => async (state, around) => {
  const row = rowFor(resource, state);
  if (row === undefined && resource.stays !== undefined) return;
  if (row === undefined) throw new Error(`${resource.name} declares no delete`);
  const body = clearing(resource, row);
  await send(around, row, state, { effect: 'delete', accept: [404], ...(isAbsent(body) ? {} : { body }) });
};
