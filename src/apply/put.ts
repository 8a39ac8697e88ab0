import type { Answer } from '../client/line.ts';
import { holdsUnknown, isAbsent, isUnknown, paramsOf, type Row, type Values } from '../declare/index.ts';
import { dialectOf, encodeDocument } from '../dialects/index.ts';
import { asideNames, getAside, putAside } from './aside.ts';
import { lookForTwin } from './find.ts';
import type { Job, Surroundings, Verbs } from './job.ts';
import { ownsSome, sumOf } from './owned.ts';
import { decoded, send } from './send.ts';

/** Of `names`, those that the document of `row` carries. */
const inDocument = (job: Job, row: Row, names: readonly string[]): readonly string[] => {
  const aside = asideNames(job.resource), path = paramsOf(row);
  return names.filter((name) => {
    const attribute = job.resource.attributes[name];
    if (!attribute || attribute.mode === 'computed' || attribute.local || attribute.address) return false;
    if (attribute.writeOnly && isAbsent(job.want[name])) return false;
    return !aside.includes(name) && !path.includes(name) && !isUnknown(job.want[name]);
  });
};

/** The names, and what they bring along. */
const withCompanions = (job: Job, names: readonly string[]): readonly string[] =>
  [...new Set(names.flatMap((name) => [name, ...(job.resource.attributes[name]?.brings ?? [])]))]
    .filter((name) => names.includes(name) || !isAbsent(job.want[name]));

/** Wanted values as they are sent: a collection owned in part is the sum with what is there. */
const outgoing = async (job: Job, names: readonly string[], around: Surroundings): Promise<Values> => {
  const { resource, prior, want } = job;
  const out: Record<string, unknown> = { ...want };
  for (const name of names) {
    if (prior === null || !ownsSome(resource.attributes, name, want) || resource.endpoints[`get ${name}`] === undefined) continue;
    const had = ownsSome(resource.attributes, name, prior) ? prior[name] : null;
    out[name] = sumOf(await getAside(resource, name, prior, around), had, want[name]);
  }
  return out;
};

const body = (job: Job, values: Values, names: readonly string[]): unknown => {
  const { resource, prior } = job;
  const { id } = job.state();
  const known = typeof id === 'string' && resource.service === 'workspaces' ? { id } : {};
  return encodeDocument(dialectOf(resource.service), { type: resource.type, attributes: resource.attributes, values, names, prior, ...known });
};

/** Whether the value holds a member that a create may not say. */
const isForUpdate = (job: Job, name: string): boolean =>
  Object.entries(job.resource.attributes[name]?.kind.members ?? {}).some(([member, { onlyOnUpdate }]) =>
    onlyOnUpdate && !isAbsent((job.want[name] as Values | null)?.[member]));

const create = async (job: Job, row: Row, around: Surroundings): Promise<void> => {
  const all = inDocument(job, row, withCompanions(job, job.said.filter((name) => !isAbsent(job.want[name]))));
  const later = around.line.profile === 'neutral' ? all.filter((name) => isForUpdate(job, name)) : [];
  const names = all.filter((name) => !later.includes(name));
  const effect = row === job.resource.endpoints.update ? 'put' : 'create';
  const found = effect === 'create' ? lookForTwin(job, names, around) : undefined;
  const answer: Answer = await send(around, row, job.want, { body: body(job, job.want, names), effect, ...(found ? { found } : {}) });
  // What was not sent is a claim about the service (a default): as wanted until the answer says otherwise.
  const settled = Object.entries(job.resource.attributes)
    .filter(([name, attribute]) => !asideNames(job.resource).includes(name) && !isUnknown(job.want[name]) && !attribute.writeOnly)
    .map(([name]) => name);
  job.done([...settled.filter((name) => !later.includes(name)), ...names.filter((name) => job.resource.attributes[name]?.writeOnly)], decoded(job.resource, answer.body));
  if (later.length === 0) return;
  const next = await send(around, job.resource.endpoints.update as Row, { ...job.want, ...job.state() }, { body: body(job, job.want, later), effect: 'put' });
  job.done(later, decoded(job.resource, next.body));
};

/** What changes, and the collections of which everything is owned from now on: what is there beside ours goes. */
const touched = (job: Job): readonly string[] => [
  ...job.changed,
  ...Object.entries(job.resource.attributes).filter(([name, { owns }]) =>
    owns !== undefined && !job.changed.includes(name) && job.changed.includes(owns) && job.want[owns] === 'all' && !isAbsent(job.want[name])).map(([name]) => name),
];

const update = async (job: Job, row: Row | undefined, around: Surroundings): Promise<void> => {
  const { resource, prior, want } = job;
  const local = job.changed.filter((name) => resource.attributes[name]?.local);
  const revised = Object.entries(resource.attributes)
    .filter(([, attribute]) => attribute.writeOnly && job.changed.includes(attribute.writeOnly.revision)).map(([name]) => name);
  const names = row === undefined ? [] : inDocument(job, row, withCompanions(job, [...touched(job), ...revised]));
  if (row !== undefined && names.length > 0) {
    const answer = await send(around, row, { ...want, ...prior }, { body: body(job, await outgoing(job, names, around), names), effect: 'put' });
    job.done(names, decoded(resource, answer.body));
  }
  job.done(local);
};

/** Whether something is still unknown that a read could tell. */
export const isOpen = (job: Job): boolean => Object.entries(job.resource.attributes).some(([name, attribute]) =>
  !attribute.local && !attribute.writeOnly && !attribute.sometimes && holdsUnknown(job.want[name]) && !job.told(name));

/** Creates or updates by rows; then what rows of their own write; then, if something is still unknown, reads once. */
export const putByRows = (read: Verbs['read']): Verbs['put'] => async (job, around) => {
  const { create: first, update: next } = job.resource.endpoints;
  if (job.prior === null) await create(job, first as Row, around);
  else await update(job, next, around);
  for (const name of asideNames(job.resource)) {
    const wanted = job.prior === null ? !isAbsent(job.want[name]) && !isUnknown(job.want[name]) : touched(job).includes(name);
    if (wanted) await putAside(job, name, around);
  }
  if (!isOpen(job)) return;
  const seen = await read(job.state(), around);
  if (seen !== null) job.done([], seen);
};
