import type { ServiceResponse } from '../client/service-client.ts';
import { hasUnknown, isAbsent, isUnknown, pathParametersOf, type Endpoint, type Values } from '../declare/index.ts';
import { documentFormatOf, encodeDocument } from '../dialects/index.ts';
import { subresourceNames, readSubresource, putSubresource } from './subresource.ts';
import { existingObjectLookup } from './find.ts';
import type { ApplyOperation, ApplyContext, ResourceOperations } from './apply-operation.ts';
import { isPartlyOwned, mergeOwned } from './ownership.ts';
import { decodeResponse, callEndpoint } from './call-endpoint.ts';

/** Of `names`, those that the document of `row` carries. */
const documentNames = (job: ApplyOperation, row: Endpoint, names: readonly string[]): readonly string[] => {
  const aside = subresourceNames(job.resource),
    path = pathParametersOf(row);
  return names.filter((name) => {
    const attribute = job.resource.attributes[name];
    if (!attribute || attribute.mode === 'computed' || attribute.local || attribute.pathParameter) return false;
    if (attribute.writeOnly && isAbsent(job.want[name])) return false;
    return !aside.includes(name) && !path.includes(name) && !isUnknown(job.want[name]);
  });
};

/** The names, and what they bring along. */
const withCompanions = (job: ApplyOperation, names: readonly string[]): readonly string[] =>
  [...new Set(names.flatMap((name) => [name, ...(job.resource.attributes[name]?.brings ?? [])]))].filter(
    (name) => names.includes(name) || !isAbsent(job.want[name]),
  );

/** Wanted values as they are sent: a collection owned in part is the sum with what is there. */
const valuesToSend = async (job: ApplyOperation, names: readonly string[], around: ApplyContext): Promise<Values> => {
  const { resource, prior, want } = job;
  const out: Record<string, unknown> = { ...want };
  for (const name of names) {
    if (prior === null || !isPartlyOwned(resource.attributes, name, want) || resource.endpoints[`get ${name}`] === undefined) continue;
    const had = isPartlyOwned(resource.attributes, name, prior) ? prior[name] : null;
    out[name] = mergeOwned(await readSubresource(resource, name, prior, around), had, want[name]);
  }
  return out;
};

const encodeBody = (job: ApplyOperation, values: Values, names: readonly string[]): unknown => {
  const { resource, prior } = job;
  const { id } = job.state();
  const known = typeof id === 'string' && resource.service === 'workspaces' ? { id } : {};
  return encodeDocument(documentFormatOf(resource.service), {
    type: resource.type,
    attributes: resource.attributes,
    values,
    names,
    prior,
    ...known,
  });
};

/** Whether the value holds a member that a create may not say. */
const isUpdateOnly = (job: ApplyOperation, name: string): boolean =>
  Object.entries(job.resource.attributes[name]?.kind.members ?? {}).some(
    ([member, { onlyOnUpdate }]) => onlyOnUpdate && !isAbsent((job.want[name] as Values | null)?.[member]),
  );

const create = async (job: ApplyOperation, row: Endpoint, around: ApplyContext): Promise<void> => {
  const all = documentNames(
    job,
    row,
    withCompanions(
      job,
      job.said.filter((name) => !isAbsent(job.want[name])),
    ),
  );
  const later = around.client.dialect === 'neutral' ? all.filter((name) => isUpdateOnly(job, name)) : [];
  const names = all.filter((name) => !later.includes(name));
  const effect = row === job.resource.endpoints.update ? 'put' : 'create';
  const found = effect === 'create' ? existingObjectLookup(job, names, around) : undefined;
  const answer: ServiceResponse = await callEndpoint(around, row, job.want, {
    body: encodeBody(job, job.want, names),
    effect,
    ...(found ? { found } : {}),
  });
  // What was not sent is a claim about the service (a default): as wanted until the answer says otherwise.
  const settled = Object.entries(job.resource.attributes)
    .filter(([name, attribute]) => !subresourceNames(job.resource).includes(name) && !isUnknown(job.want[name]) && !attribute.writeOnly)
    .map(([name]) => name);
  job.recordSuccess(
    [...settled.filter((name) => !later.includes(name)), ...names.filter((name) => job.resource.attributes[name]?.writeOnly)],
    decodeResponse(job.resource, answer.body),
  );
  if (later.length === 0) return;
  const next = await callEndpoint(
    around,
    job.resource.endpoints.update as Endpoint,
    { ...job.want, ...job.state() },
    { body: encodeBody(job, job.want, later), effect: 'put' },
  );
  job.recordSuccess(later, decodeResponse(job.resource, next.body));
};

/** What changes, and the collections of which everything is owned from now on: what is there beside ours goes. */
const touchedNames = (job: ApplyOperation): readonly string[] => [
  ...job.changed,
  ...Object.entries(job.resource.attributes)
    .filter(
      ([name, { ownership: owns }]) =>
        owns !== undefined &&
        !job.changed.includes(name) &&
        job.changed.includes(owns) &&
        job.want[owns] === false &&
        !isAbsent(job.want[name]),
    )
    .map(([name]) => name),
];

const update = async (job: ApplyOperation, row: Endpoint | undefined, around: ApplyContext): Promise<void> => {
  const { resource, prior, want } = job;
  const local = job.changed.filter((name) => resource.attributes[name]?.local);
  const revised = Object.entries(resource.attributes)
    .filter(([, attribute]) => attribute.writeOnly && job.changed.includes(attribute.writeOnly.revision))
    .map(([name]) => name);
  const names = row === undefined ? [] : documentNames(job, row, withCompanions(job, [...touchedNames(job), ...revised]));
  if (row !== undefined && names.length > 0) {
    const answer = await callEndpoint(
      around,
      row,
      { ...want, ...prior },
      { body: encodeBody(job, await valuesToSend(job, names, around), names), effect: 'put' },
    );
    job.recordSuccess(names, decodeResponse(resource, answer.body));
  }
  job.recordSuccess(local);
};

/** Whether something is still unknown that a read could tell. */
export const hasUnknownResults = (job: ApplyOperation): boolean =>
  Object.entries(job.resource.attributes).some(
    ([name, attribute]) =>
      !attribute.local && !attribute.writeOnly && !attribute.optionalInResponse && hasUnknown(job.want[name]) && !job.isKnown(name),
  );

/** Creates or updates by rows; then what rows of their own write; then, if something is still unknown, reads once. */
export const putByEndpoints =
  (read: ResourceOperations['read']): ResourceOperations['put'] =>
  async (job, around) => {
    const { create: first, update: next } = job.resource.endpoints;
    if (job.prior === null) await create(job, first as Endpoint, around);
    else await update(job, next, around);
    for (const name of subresourceNames(job.resource)) {
      const wanted = job.prior === null ? !isAbsent(job.want[name]) && !isUnknown(job.want[name]) : touchedNames(job).includes(name);
      if (wanted) await putSubresource(job, name, around);
    }
    if (!hasUnknownResults(job)) return;
    const seen = await read(job.state(), around);
    if (seen !== null) job.recordSuccess([], seen);
  };
