import type { ServiceResponse } from '../client/contract/service-client.ts';
import { hasUnknown, isAbsent, isUnknown, isUnreadNull, pathParametersOf, type Endpoint, type Values } from '@slipway/declarations/declare';
import { documentFormatOf, encodeDocument } from '@slipway/declarations/dialects';
import { subresourceNames, readSubresource, putSubresource } from './subresource.ts';
import { existingObjectLookup } from './find.ts';
import type { ApplyOperation, ApplyContext, ResourceOperations } from './apply-operation.ts';
import { isDecidedElsewhere } from '../plan/implied.ts';
import { isPartlyOwned, mergeOwned } from './ownership.ts';
import { decodeResponse, callEndpoint } from './call-endpoint.ts';
import { writesOf } from './look-up.ts';

/** Whether it is an immutable value that the state did not contain (an import could not read it). */
const isAdoption = ({ resource, prior }: ApplyOperation, name: string): boolean => {
  const attribute = resource.attributes[name];
  return attribute?.immutable === true && prior !== null && isUnreadNull(attribute, prior[name]);
};

/** The names that the request document of the endpoint contains. */
const documentNames = (operation: ApplyOperation, endpoint: Endpoint, names: readonly string[]): readonly string[] => {
  const subresources = subresourceNames(operation.resource),
    path = pathParametersOf(endpoint);
  return names.filter((name) => {
    const attribute = operation.resource.attributes[name];
    if (!attribute || attribute.mode === 'computed' || attribute.local || attribute.pathParameter) return false;
    if ((attribute.writeOnly && isAbsent(operation.desired[name])) || isAdoption(operation, name)) return false;
    if (isDecidedElsewhere(attribute, operation.desired) || subresources.includes(name) || path.includes(name)) return false;
    return name in operation.withdrawn || !isUnknown(operation.desired[name]);
  });
};

/** The names, and what they bring along. */
const withCompanions = (operation: ApplyOperation, names: readonly string[]): readonly string[] =>
  [...new Set(names.flatMap((name) => [name, ...(operation.resource.attributes[name]?.companions ?? [])]))].filter(
    (name) => names.includes(name) || !isAbsent(operation.desired[name]),
  );

/** The values to send: a partly owned collection is merged with its present entries. */
const valuesToSend = async (operation: ApplyOperation, names: readonly string[], context: ApplyContext): Promise<Values> => {
  const { resource, prior, desired } = operation;
  const out: Record<string, unknown> = { ...desired, ...operation.withdrawn };
  for (const name of names) {
    if (prior === null || !isPartlyOwned(resource.attributes, name, desired) || resource.endpoints[`get ${name}`] === undefined) continue;
    const previous = isPartlyOwned(resource.attributes, name, prior) ? prior[name] : null;
    out[name] = mergeOwned(await readSubresource(resource, name, prior, context), previous, desired[name]);
  }
  return out;
};

const encodeBody = (operation: ApplyOperation, values: Values, names: readonly string[]): unknown => {
  const { resource, prior } = operation;
  const { id } = operation.state();
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

/** Whether the value holds a member that a create must not contain. */
const isUpdateOnly = (operation: ApplyOperation, name: string): boolean =>
  Object.entries(operation.resource.attributes[name]?.kind.members ?? {}).some(
    ([member, { onlyOnUpdate }]) => onlyOnUpdate && !isAbsent((operation.desired[name] as Values | null)?.[member]),
  );

const create = async (operation: ApplyOperation, endpoint: Endpoint, context: ApplyContext): Promise<void> => {
  const all = documentNames(
    operation,
    endpoint,
    withCompanions(
      operation,
      operation.configured.filter((name) => !isAbsent(operation.desired[name])),
    ),
  );
  const deferred = context.client.dialect === 'neutral' ? all.filter((name) => isUpdateOnly(operation, name)) : [];
  const names = all.filter((name) => !deferred.includes(name));
  const effect = endpoint === operation.resource.endpoints.update ? 'put' : 'create';
  const findExisting = effect === 'create' ? existingObjectLookup(operation, names, context) : undefined;
  const response: ServiceResponse = await callEndpoint(context, endpoint, operation.desired, {
    body: encodeBody(operation, operation.desired, names),
    effect,
    ...(findExisting ? { findExisting } : {}),
    ...writesOf(operation.resource, operation.desired),
  });
  // A default that was not sent is assumed to hold until the response contradicts it.
  const settled = Object.entries(operation.resource.attributes)
    .filter(
      ([name, attribute]) =>
        !subresourceNames(operation.resource).includes(name) && !isUnknown(operation.desired[name]) && !attribute.writeOnly,
    )
    .map(([name]) => name);
  operation.recordSuccess(
    [...settled.filter((name) => !deferred.includes(name)), ...names.filter((name) => operation.resource.attributes[name]?.writeOnly)],
    decodeResponse(operation.resource, response.body),
  );
  if (deferred.length === 0) return;
  const next = await callEndpoint(
    context,
    operation.resource.endpoints.update as Endpoint,
    { ...operation.desired, ...operation.state() },
    { body: encodeBody(operation, operation.desired, deferred), effect: 'put', ...writesOf(operation.resource, operation.desired) },
  );
  operation.recordSuccess(deferred, decodeResponse(operation.resource, next.body));
};

/** The changed attributes, and collections that are now owned as a whole: their other entries are removed. */
const touchedNames = (operation: ApplyOperation): readonly string[] => [
  ...operation.changed,
  ...Object.entries(operation.resource.attributes)
    .filter(
      ([name, { ownership }]) =>
        ownership !== undefined &&
        !operation.changed.includes(name) &&
        operation.changed.includes(ownership) &&
        operation.desired[ownership] === false &&
        !isAbsent(operation.desired[name]),
    )
    .map(([name]) => name),
];

/** What is withdrawn and still there: what an apply that failed may have left, too. */
const withdrawnNames = ({ resource, withdrawn, changed }: ApplyOperation): readonly string[] =>
  Object.keys(withdrawn).filter(
    (name) =>
      changed.includes(name) ||
      Object.values(resource.attributes).some(({ writeOnly }) => writeOnly?.insteadOf === name && changed.includes(writeOnly.revision)),
  );

const update = async (operation: ApplyOperation, endpoint: Endpoint | undefined, context: ApplyContext): Promise<void> => {
  const { resource, prior, desired } = operation;
  const unsent = operation.changed.filter((name) => resource.attributes[name]?.local || isAdoption(operation, name));
  const revisedNames = Object.entries(resource.attributes)
    .filter(([, attribute]) => attribute.writeOnly && operation.changed.includes(attribute.writeOnly.revision))
    .map(([name]) => name);
  const names =
    endpoint === undefined
      ? []
      : documentNames(
          operation,
          endpoint,
          withCompanions(operation, [...touchedNames(operation), ...revisedNames, ...withdrawnNames(operation)]),
        );
  if (endpoint !== undefined && names.length > 0) {
    const response = await callEndpoint(
      context,
      endpoint,
      { ...desired, ...prior },
      {
        body: encodeBody(operation, await valuesToSend(operation, names, context), names),
        effect: 'put',
        ...writesOf(resource, { ...desired, ...prior }, desired),
      },
    );
    operation.recordSuccess(names, decodeResponse(resource, response.body));
  }
  operation.recordSuccess(unsent);
};

/** Whether a value is still unknown that a read could return. */
export const hasUnknownResults = (operation: ApplyOperation): boolean =>
  Object.entries(operation.resource.attributes).some(
    ([name, attribute]) =>
      !attribute.local &&
      !attribute.writeOnly &&
      !attribute.secret &&
      !attribute.optionalInResponse &&
      hasUnknown(operation.desired[name]) &&
      !operation.isKnown(name),
  );

/** Creates or updates the document, then its subresources; reads once if values are still unknown. */
export const putByEndpoints =
  (read: ResourceOperations['read']): ResourceOperations['put'] =>
  async (operation, context) => {
    const { create: first, update: next } = operation.resource.endpoints;
    if (operation.prior === null) await create(operation, first as Endpoint, context);
    else await update(operation, next, context);
    for (const name of subresourceNames(operation.resource)) {
      const desiredItems =
        operation.prior === null
          ? !isAbsent(operation.desired[name]) && !isUnknown(operation.desired[name])
          : touchedNames(operation).includes(name);
      if (desiredItems) await putSubresource(operation, name, context);
    }
    if (!hasUnknownResults(operation)) return;
    const current = await read(operation.state(), context);
    if (current !== null) operation.recordSuccess([], current);
  };
