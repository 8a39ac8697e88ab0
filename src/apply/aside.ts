import { type Attribute, isAbsent, type Linkage, type Row, type Values } from '../declare/index.ts';
import { encodeDocument, dialectOf } from '../dialects/index.ts';
import type { Job, Surroundings } from './job.ts';
import { ownsSome } from './owned.ts';
import { decoded, fill, neutralItem, send } from './send.ts';

/** What a `get X` row answers: the whole list of X's elements. */
export const getAside = async (resource: Job['resource'], name: string, state: Values, around: Surroundings): Promise<unknown> => {
  const row = resource.endpoints[`get ${name}`] as Row;
  const at = (resource.attributes[name] as Attribute).at;
  if (typeof at !== 'object' || at.place !== 'toMany') throw new Error(`${resource.name}.${name} is read elsewhere and is no to-many`);
  const items: unknown[] = [];
  for await (const item of around.line.list({ path: fill(row, state), signal: around.signal }))
    items.push(at.item.decode(neutralItem(item) as unknown as Linkage));
  return at.as === 'map' ? Object.fromEntries(items as [string, unknown][]) : items;
};

/** Asked for once an attribute; resources do not change. */
const known = new WeakMap<Job['resource'], readonly string[]>();

/** The names that rows of their own write: `add X`/`remove X`, `set X`. */
export const asideNames = (resource: Job['resource']): readonly string[] => {
  let names = known.get(resource);
  if (!names) known.set(resource, names = Object.keys(resource.endpoints).flatMap((op) => (/^(add|set) /.test(op) ? [op.slice(4)] : [])));
  return names;
};

/**
 * What is there of X and may be removed: the state's, where it owned as much as is owned now. Who takes over all of it
 * asks what is there; who takes over some of it removes nothing.
 */
const hadBefore = async (job: Job, name: string, around: Surroundings): Promise<readonly unknown[]> => {
  const { resource, prior, want } = job;
  const some = ownsSome(resource.attributes, name, want);
  if (prior === null) return [];
  if (!isAbsent(prior[name]) && some === ownsSome(resource.attributes, name, prior)) return prior[name] as readonly unknown[];
  if (some) return [];
  const answer = await send(around, resource.endpoints.read as Row, prior, { effect: 'read' });
  return (decoded(resource, answer.body)[name] ?? []) as readonly unknown[];
};

/** Writes X by its own rows: the difference from what we had, or the whole. */
export const putAside = async (job: Job, name: string, around: Surroundings): Promise<void> => {
  const { resource, want } = job;
  const key = { ...want, ...job.state() };
  const set = resource.endpoints[`set ${name}`];
  if (set !== undefined) {
    const body = encodeDocument(dialectOf(resource.service), { type: resource.type, attributes: resource.attributes, values: want, names: [name] });
    const answer = await send(around, set, key, { body, effect: 'put' });
    return job.done([name], decoded(resource, answer.body));
  }
  const at = (resource.attributes[name] as Attribute).at;
  if (typeof at !== 'object' || at.place !== 'toMany') throw new Error(`${resource.name}.${name} is added and removed, and is no to-many`);
  const had = await hadBefore(job, name, around);
  const wanted = (isAbsent(want[name]) ? [] : want[name]) as readonly unknown[];
  const steps = [['add', wanted.filter((x) => !had.includes(x))], ['remove', had.filter((x) => !wanted.includes(x))]] as const;
  for (const [op, items] of steps) {
    if (items.length === 0) continue;
    await send(around, resource.endpoints[`${op} ${name}`] as Row, key, { body: { data: items.map((item) => at.item.encode(item)) }, effect: 'put' });
  }
  job.done([name]);
};
