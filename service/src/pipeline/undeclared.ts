import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import { isRecord } from '@slipway/declarations/record';
import type { OperationDescription } from '../http/operation-description.ts';
import { type ErrorObject, Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import type { DescribeUnknownMember } from './api-definition.ts';
import type { RequestPipeline, RequestState } from './request-state.ts';
import { limitWarnings } from './warning-header.ts';

/** More are not looked for: a body of 2 MB can have many thousand members. */
const maxFindings = 100;

const escapeStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const isSchema = (value: unknown): value is JsonSchema => isRecord(value);

/** A member that a schema does not list, and the names that it lists there. */
interface UndeclaredMember {
  readonly holder: { [name: string]: unknown };
  readonly name: string;
  readonly pointer: string;
  readonly known: readonly string[];
}

/** The schema of an object that may also be null, or something else that is no object. */
const findObjectSchema = (schema: JsonSchema): JsonSchema => {
  const branches = ((schema['oneOf'] ?? schema['anyOf']) as readonly JsonSchema[] | undefined)?.filter((one) =>
    isRecord(one['properties']),
  );
  return branches?.length === 1 ? branches[0]! : schema;
};

const collectMembers = (schema: JsonSchema, value: unknown, pointer: string, found: UndeclaredMember[]): void => {
  if (found.length >= maxFindings) return;
  if (Array.isArray(value)) {
    const { items } = schema;
    if (isSchema(items)) value.forEach((item, index) => collectMembers(items, item, `${pointer}/${index}`, found));
    return;
  }
  const { properties, additionalProperties } = findObjectSchema(schema);
  if (!isRecord(value) || value instanceof Uint8Array || !isRecord(properties)) return;
  for (const name of Object.keys(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const at = `${pointer}/${escapeStep(name)}`;
    if (isSchema(known)) collectMembers(known, value[name], at, found);
    else if (known !== true && found.length < maxFindings) found.push({ holder: value, name, pointer: at, known: Object.keys(properties) });
  }
};

/**
 * Clients of the hosted service, the vendor's own among them, write some names with underscores: `provider_source`. Such a member gets the
 * name that is declared, unless the request has that, too.
 */
const respellMember = ({ holder, name, known }: UndeclaredMember): boolean => {
  const declared = name.replaceAll('_', '-');
  if (declared === name || !known.includes(declared) || Object.hasOwn(holder, declared)) return false;
  holder[declared] = holder[name];
  delete holder[name];
  return true;
};
const respellMembers = (schema: JsonSchema, body: unknown): void => {
  // What a respelled member holds is looked at in the next turn; names are nested a few levels deep.
  while (findMembers(schema, body).filter(respellMember).length > 0);
};

const findMembers = (schema: JsonSchema, body: unknown): readonly UndeclaredMember[] => {
  const found: UndeclaredMember[] = [];
  collectMembers(schema, body, '', found);
  return found;
};
/** JSON pointers of the members of a body that its schema does not list. */
export const listUndeclaredMembers = (schema: JsonSchema, body: unknown): readonly string[] =>
  findMembers(schema, body).map(({ pointer }) => pointer);

const withIndexPlaceholder = (name: string): string => name.replaceAll(/\[\d{1,4}\]/g, '[{index}]');

/** Names of query parameters that the description does not list, each once. */
export const listUndeclaredParameters = (description: OperationDescription, query: URLSearchParams): readonly string[] => {
  if (query.size === 0) return [];
  const known = description.query ?? {};
  const names = [...new Set(query.keys())].slice(0, maxFindings);
  return names.filter((name) => !Object.hasOwn(known, name) && !Object.hasOwn(known, withIndexPlaceholder(name)));
};

const quote = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** The schema of the body of an operation that reads none. */
const noMembers: JsonSchema = { type: 'object', properties: {} };

const describeUnknownMember: DescribeUnknownMember = (name) => `${quote(name)} is not a member that this operation knows`;

/** Parameters and members of a request that its operation does not have, as errors. */
export const findUndeclared = (
  description: OperationDescription,
  request: { readonly query: URLSearchParams; readonly body: unknown },
  describe: DescribeUnknownMember = describeUnknownMember,
): { readonly parameters: readonly ErrorObject[]; readonly members: readonly ErrorObject[] } => {
  const describeExpected = (): string => {
    const parameters = Object.keys(description.query ?? {});
    return parameters.length === 0 ? 'this operation has none' : `expected ${parameters.join(', ')}`;
  };
  return {
    parameters: listUndeclaredParameters(description, request.query).map((name) => ({
      detail: `${quote(name)} is not a query parameter of this operation; ${describeExpected()}`,
      parameter: name,
    })),
    members: findMembers(description.request ?? noMembers, request.body).map(({ pointer, known }) => ({
      detail: describe(pointer.slice(pointer.lastIndexOf('/') + 1), known),
      pointer,
    })),
  };
};

/**
 * No part of a request is ignored silently: what its operation does not have is refused in the neutral dialect (400 for a parameter, the
 * status of a malformed body for a member); in the hosted dialect it is ignored with a sentence in `Warning` and in the journal. The hosted
 * dialect also accepts names with underscores instead of hyphens.
 */
export const refuseUndeclared = ({ definition }: RequestPipeline, state: RequestState, { description }: Route): void => {
  if (description === undefined) return;
  const find = () => findUndeclared(description, state, definition.describeUnknownMember);
  let found = find();
  if (state.dialect === 'hosted' && found.members.length > 0 && description.request) {
    respellMembers(description.request, state.body);
    found = find();
  }
  const { parameters: names, members } = found;
  const parameters = state.dialect === 'hosted' ? names.filter(({ parameter }) => parameter !== definition.tokenParameter) : names;
  if (parameters.length === 0 && members.length === 0) return;
  if (state.dialect === 'neutral') {
    if (parameters.length > 0) throw new Problem(400, parameters);
    throw new Problem(definition.malformedBodyStatus ?? 400, members);
  }
  state.ignored = limitWarnings([
    ...parameters.map(({ detail }) => `Ignored: ${detail}`),
    ...members.map(({ detail, pointer }) => `Ignored: ${definition.renderPointer(pointer!, 'hosted')}: ${detail}`),
  ]);
};
