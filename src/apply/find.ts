import type { ServiceResponse } from '../client/contract/service-client.ts';
import {
  type Attributes,
  isAbsent,
  type AttributeKind,
  pathParametersOf,
  type Resource,
  type Endpoint,
  type Values,
  nounOf,
} from '@slipway/declarations/declare';
import { decodeDocument, documentFormatOf } from '@slipway/declarations/dialects';
import { isEqualOrEmpty } from '../plan/is-equal.ts';
import type { ApplyOperation, ApplyContext } from './apply-operation.ts';
import { isDifferent } from './check-result.ts';
import { canFillPath, responseDocument, fillPath, toNeutralItem, callEndpoint } from './call-endpoint.ts';
import { lookUp } from './look-up.ts';

/** The first document of the list that has these values, in a list that is read for this alone. */
const findInNewList = async (
  resource: Resource,
  endpoint: Endpoint,
  values: Values,
  names: readonly string[],
  context: ApplyContext,
): Promise<Values | null> => {
  for await (const item of context.client.list({ path: fillPath(endpoint, values), signal: context.signal })) {
    const document = toNeutralItem(item, resource.service);
    const said = decodeDocument(documentFormatOf(resource.service), resource.attributes, document);
    if (
      names.every((name) => !(name in said) || isEqualOrEmpty(resource.attributes[name]?.kind as AttributeKind, values[name], said[name]))
    )
      return document;
  }
  return null;
};

const showEndpoint = ({ endpoints }: Resource): Endpoint | undefined =>
  Object.entries(endpoints).find(([op]) => op.startsWith('show by '))?.[1];

/** The document with this natural key: by the `show by` endpoint if there is one, else from the list. */
export const findByNaturalKey = (resource: Resource, values: Values, context: ApplyContext): Promise<Values | null> =>
  lookUp(resource, showEndpoint(resource), values, resource.naturalKey ?? [], context);

/** The document with this natural key at this moment. */
const findNow = async (resource: Resource, values: Values, context: ApplyContext): Promise<Values | null> => {
  const show = showEndpoint(resource),
    { list } = resource.endpoints;
  if (canFillPath(show, values)) {
    const response = await callEndpoint(context, show, values, { effect: 'read', acceptedStatuses: [404] });
    return response.status === 404 ? null : responseDocument(resource, response.body);
  }
  return canFillPath(list, values) ? findInNewList(resource, list, values, resource.naturalKey ?? [], context) : null;
};

/**
 * Looks for the object of a create whose response was lost: the object with our natural key, if it is as requested. A different one belongs
 * to someone else: the result is null, and the repeated create fails with the service's own message.
 */
export const existingObjectLookup = (
  operation: ApplyOperation,
  names: readonly string[],
  context: ApplyContext,
): (() => Promise<ServiceResponse | null>) | undefined => {
  const { resource, desired } = operation;
  if (resource.naturalKey === undefined) return undefined;
  return async () => {
    const document = await findNow(resource, desired, context);
    if (document === null) return null;
    const values = decodeDocument(documentFormatOf(resource.service), resource.attributes, document);
    const ours = names.every(
      (name) => !(name in values) || !isDifferent(resource.attributes[name]?.kind as AttributeKind, desired[name], values[name]),
    );
    const body = resource.service === 'workspaces' ? { data: document } : document;
    return ours ? { status: 200, headers: { get: () => null }, body, requestId: null } : null;
  };
};

/** Assigns one part to each parameter, and several to parameters whose values contain slashes; null if no assignment fits. */
const distributeParts = (names: readonly string[], parts: readonly string[], attributes: Attributes): Values | null => {
  const [name, ...rest] = names;
  if (name === undefined) return parts.length === 0 ? {} : null;
  const kind = attributes[name]?.kind;
  for (let count = 1; count <= (kind?.multiSegment ? parts.length - rest.length : Math.min(1, parts.length)); count++) {
    const value = parts.slice(0, count).join('/');
    const others = !kind?.multiSegment || kind.accepts(value) ? distributeParts(rest, parts.slice(count), attributes) : null;
    if (others !== null) return { [name]: value, ...others };
  }
  return null;
};

/** Splits an import text by a form such as `{organization}/{name}`; the last parameter takes the rest. */
export const parseImportId = (form: string, text: string, attributes: Attributes = {}): Values | null => {
  const names = [...form.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] as string);
  const parts = text.split('/');
  if (names.some((name) => attributes[name]?.kind.multiSegment))
    return parts.includes('') ? null : distributeParts(names, parts, attributes);
  if (parts.length < names.length || parts.some((part) => part === '')) return null;
  if (parts.length > names.length && names.length === 1) return null;
  const values = names.map((name, index) => [name, index === names.length - 1 ? parts.slice(index).join('/') : parts[index]] as const);
  return Object.fromEntries(values);
};

/** Ids that the text gives by a human name are looked up: `acme/common/…` for a variable set `common` of `acme`. */
export const resolveReferences = async (resource: Pick<Resource, 'attributes'>, values: Values, context: ApplyContext): Promise<Values> => {
  const out: Record<string, unknown> = { ...values };
  for (const [name, value] of Object.entries(values)) {
    const attribute = resource.attributes[name];
    if (attribute?.references === undefined || attribute.kind.accepts(value)) continue;
    const target = context.findResource(attribute.references);
    const organization = values['organization'] ?? context.client.organization;
    const document = await findByNaturalKey(target, { organization, name: value }, context);
    if (document === null)
      throw new NotFoundError(`There is no ${nounOf(target.name)} named "${String(value)}" in the organization "${String(organization)}".`);
    out[name] = document['id'];
  }
  return out;
};

/** The object that a configuration or an import names does not exist. */
export class NotFoundError extends Error {}

/** An import ID that fits no form of the resource; no request was sent. */
export class ImportFormError extends Error {}

/** Tries the import forms in order; the first one that fits the ID is looked up. */
export const findByImportForms = async (resource: Resource, text: string, context: ApplyContext): Promise<Values> => {
  for (const form of resource.imports) {
    const split = parseImportId(form, text, resource.attributes);
    if (split === null || !fitsKinds(resource, split)) continue;
    const values = await resolveReferences(resource, split, context);
    if (resource.key.every((name) => !isAbsent(values[name]))) return pickKeyAttributes(resource, values);
    const document = await findByNaturalKey(resource, values, context);
    if (document === null) throw new NotFoundError(`No ${nounOf(resource.name)} "${text}" was found.`);
    return pickKeyAttributes(resource, {
      ...decodeDocument(documentFormatOf(resource.service), resource.attributes, document),
      ...values,
      id: document['id'],
    });
  }
  if (resource.imports.length === 0)
    throw new ImportFormError(`A ${nounOf(resource.name)} cannot be imported: no response contains all of its attributes.`);
  throw new ImportFormError(
    `A ${nounOf(resource.name)} is imported by ` +
      `${resource.imports.map((form) => `\`${form.replaceAll(/[{}]/g, '')}\``).join(' or ')}; given "${text}".`,
  );
};

/** A part fits its attribute's kind, or is a name to be looked up. */
const fitsKinds = (resource: Resource, values: Values): boolean =>
  Object.entries(values).every(([name, value]) => {
    const attribute = resource.attributes[name];
    return attribute === undefined || attribute.references !== undefined || attribute.kind.accepts(value);
  });

/** The key, and what paths need; the read that follows does the rest. */
const pickKeyAttributes = (resource: Resource, values: Values): Values => {
  const needed = new Set<string>([
    ...resource.key,
    ...Object.entries(resource.attributes)
      .filter(([, a]) => a.pathParameter)
      .map(([name]) => name),
    ...(resource.naturalKey ?? []),
    ...(resource.endpoints.read === undefined ? pathParametersOf(resource.endpoints.list ?? '') : []),
  ]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => needed.has(name)));
};
