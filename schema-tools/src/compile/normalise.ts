import { canonicalJson, escapePointerToken, isObject, type JsonObject } from '../json.ts';
import { SchemaError } from '../schema-error.ts';
import { maskData } from './mask-data.ts';
import { canonicalDialect, isBeforeDraft2019 } from './dialects.ts';
import { normalisePattern, normalisePatternProperties } from './normalise-patterns.ts';
import { type Subschema, subschemas } from './subschemas.ts';

/** A reference in a schema: its base and its location. */
export interface SchemaReference {
  readonly reference: string;
  readonly base: string;
  readonly location: string;
}

/** The root, and each embedded schema that declares its own dialect, outermost first. */
export interface SchemaResource {
  readonly pointer: string;
  readonly dialect: string;
  readonly schema: unknown;
  /** The location of the declaration. */ readonly location: string;
}

export interface NormalisedSchema {
  readonly schema: unknown;
  readonly resources: readonly SchemaResource[];
  readonly references: readonly SchemaReference[];
}

const locationOf = (uri: string, pointer: string): string => `${uri}#${encodeURI(pointer)}`;

const decodeEscapes = (bytes: string): string => {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes;
  }
};

/**
 * Characters that no URI may hold, as people write them in names of definitions; those beyond ASCII plainly, as the compiler
 * takes them.
 */
const encodeReference = (reference: string): string =>
  reference
    .replace(/[\s<>"{}|\\^`]|%(?![0-9A-Fa-f]{2})/g, (character) => encodeURIComponent(character))
    .replace(/(?:%[89A-Fa-f][0-9A-Fa-f])+/g, decodeEscapes)
    .replace(/#.*$/s, (fragment) => fragment.replace(/[[\]]/g, (bracket) => encodeURIComponent(bracket)));

/** The base of the root's references: its identifier's, or where it was read. */
const rootUri = (schema: unknown, uri: string, dialect: string): string => {
  const own = isObject(schema) && typeof schema['$schema'] === 'string' ? canonicalDialect(schema['$schema']) : dialect;
  // Up to draft 7 a reference disables an identifier next to it.
  const isDisabled = isObject(schema) && isBeforeDraft2019(own) && typeof schema['$ref'] === 'string';
  const id = isObject(schema) && !isDisabled ? schema[identifierKeyword(own)] : undefined;
  return (typeof id === 'string' ? resolveUri(encodeReference(id), uri) : undefined) ?? uri;
};

const identifierKeyword = (dialect: string): string => (dialect.endsWith('/draft-04/schema') ? 'id' : '$id');

const resolveUri = (reference: string, base: string): string | undefined => {
  try {
    return new URL(reference, base).href.replace(/#.*$/, '');
  } catch {
    return undefined;
  }
};

type MutableSchema = { [keyword: string]: unknown };

/** One document while it is normalised. */
interface Normalisation {
  readonly uri: string;
  readonly root: string;
  readonly strictSpec: boolean;
  readonly resources: SchemaResource[];
  readonly references: SchemaReference[];
  /** URIs of embedded schemas with an identifier, by pointer. */
  readonly embedded: Map<string, string>;
  readonly identified: Map<string, { readonly pointer: string; readonly schema: JsonObject }>;
  /** Run at the end, when all embedded schemas are known. */
  readonly redirections: (() => void)[];
}

/** A schema object of the document: its value, its location, its dialect, and the base of its references. */
interface SchemaPosition {
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly dialect: string;
  readonly base: string;
}

const keywordLocation = ({ uri }: Normalisation, pointer: string, keyword: string): string =>
  locationOf(uri, `${pointer}/${escapePointerToken(keyword)}`);

/** Registers an embedded resource. Throws where another schema has the same identifier. */
const registerResource = (state: Normalisation, { schema, pointer }: SchemaPosition, uri: string, keyword: string): void => {
  const other = state.identified.get(uri);
  if (other !== undefined && canonicalJson(other.schema) !== canonicalJson(schema)) {
    const location = keywordLocation(state, pointer, keyword);
    throw new SchemaError(location, `${uri} is also the identifier of another schema, at ${locationOf(state.uri, other.pointer)}`);
  }
  state.identified.set(uri, { pointer, schema });
  state.embedded.set(pointer, uri);
};

/** Normalises the identifier; returns the base of the references inside. */
const normaliseIdentifier = (state: Normalisation, position: SchemaPosition, copy: MutableSchema): string => {
  const { schema, pointer, dialect, base } = position;
  const keyword = identifierKeyword(dialect);
  const identifier = schema[keyword];
  // Up to draft 7 a reference disables an identifier next to it, even if other neighbours are honoured.
  if (isBeforeDraft2019(dialect) && typeof schema['$ref'] === 'string') {
    delete copy[keyword];
    return base;
  }
  if (typeof identifier !== 'string') return base;
  const uri = resolveUri(encodeReference(identifier), base);
  if (uri === undefined) {
    delete copy[keyword];
    return base;
  }
  copy[keyword] = encodeReference(identifier);
  // In older drafts a fragment-only identifier names a location, not a resource.
  if (pointer !== '' && !identifier.startsWith('#')) registerResource(state, position, uri, keyword);
  return uri;
};

/** Encodes the references; `holder` returns the object that holds them in the end. */
const normaliseReferences = (
  state: Normalisation,
  { schema, pointer }: SchemaPosition,
  base: string,
  copy: MutableSchema,
  holder: () => MutableSchema,
): void => {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const reference = schema[keyword];
    if (reference === undefined) continue;
    const location = keywordLocation(state, pointer, keyword);
    if (typeof reference !== 'string') throw new SchemaError(location, 'expected a string: the URI of a schema');
    const encoded = encodeReference(reference);
    copy[keyword] = encoded;
    state.references.push({ reference: encoded, base, location });
    if (base === state.root && reference.startsWith('#/'))
      state.redirections.push(() => {
        holder()[keyword] = redirectToResource(encoded, state.embedded);
      });
  }
};

/** Puts a normalised subschema in the place of the original. */
const replaceSubschema = (schema: JsonObject, copy: MutableSchema, steps: Subschema['steps'], replacement: JsonObject): void => {
  const [keyword, step] = steps as [string, string | number | undefined];
  if (step === undefined) {
    copy[keyword] = replacement;
    return;
  }
  if (copy[keyword] === schema[keyword])
    copy[keyword] = Array.isArray(schema[keyword]) ? [...schema[keyword]] : { ...(schema[keyword] as object) };
  Object.defineProperty(copy[keyword], step, { value: replacement, enumerable: true, configurable: true, writable: true });
};

const checkDeprecated = (state: Normalisation, { deprecated }: MutableSchema, pointer: string): void => {
  if (deprecated === undefined || typeof deprecated === 'boolean') return;
  throw new SchemaError(keywordLocation(state, pointer, 'deprecated'), `expected true or false, given ${JSON.stringify(deprecated)}`);
};

/** Normalises one schema object, and those inside it. */
const visit = (state: Normalisation, schema: JsonObject, outerBase: string, outerDialect: string, pointer: string): JsonObject => {
  const at = (keyword: string): string => keywordLocation(state, pointer, keyword);
  const declaresDialect = typeof schema['$schema'] === 'string';
  const dialect = declaresDialect ? canonicalDialect(schema['$schema'] as string) : outerDialect;
  if (declaresDialect || pointer === '')
    state.resources.push({ pointer, dialect, schema, location: declaresDialect ? at('$schema') : locationOf(state.uri, '') });
  const copy: MutableSchema = { ...schema, ...maskData(schema) };
  let holder = copy;
  if (declaresDialect) copy['$schema'] = dialect;
  // No dialect has a keyword of this name; the compiler would find a member of Object.prototype.
  for (const name of Object.keys(schema)) if (name in Object.prototype) delete copy[name];
  const position: SchemaPosition = { schema, pointer, dialect, base: outerBase };
  const base = normaliseIdentifier(state, position, copy);
  checkDeprecated(state, copy, pointer);
  normaliseReferences(state, position, base, copy, () => holder);
  if (typeof schema['pattern'] === 'string') copy['pattern'] = normalisePattern(schema['pattern'], at('pattern'));
  for (const { steps, schema: inner } of subschemas(schema)) {
    const innerPointer = `${pointer}/${steps.map(escapePointerToken).join('/')}`;
    replaceSubschema(schema, copy, steps, visit(state, inner, base, dialect, innerPointer));
  }
  if (isObject(copy['patternProperties']))
    copy['patternProperties'] = normalisePatternProperties(copy['patternProperties'], at('patternProperties'));
  if (!isBeforeDraft2019(dialect) || typeof copy['$ref'] !== 'string') return copy;
  const wrapped = wrapReference(state.strictSpec ? withoutIgnoredKeywords(copy) : copy);
  holder = (Object.hasOwn(wrapped, '$ref') ? wrapped : (wrapped['allOf'] as JsonObject[]).at(-1)) as MutableSchema;
  return wrapped;
};

/**
 * A copy of a schema with the same meaning that the compiler accepts: dialects in their canonical spelling, identifiers that are no
 * URIs left out, references encoded, patterns in Unicode mode, and, up to draft 7, `$ref` with neighbours as one of `allOf`, unless
 * `strictSpec`. Throws a SchemaError for a keyword whose value is invalid.
 */
export const normaliseSchema = (schema: unknown, uri: string, dialect: string, strictSpec: boolean): NormalisedSchema => {
  const state: Normalisation = {
    uri,
    root: rootUri(schema, uri, dialect),
    strictSpec,
    resources: [],
    references: [],
    embedded: new Map(),
    identified: new Map(),
    redirections: [],
  };
  if (!isObject(schema)) state.resources.push({ pointer: '', dialect, schema, location: locationOf(uri, '') });
  const normalised = isObject(schema) ? visit(state, schema, uri, dialect, '') : schema;
  for (const redirect of state.redirections) redirect();
  return { schema: normalised, resources: state.resources, references: state.references };
};

/** A pointer that passes an embedded resource, as a reference to that resource: the compiler follows none across. */
const redirectToResource = (reference: string, embedded: ReadonlyMap<string, string>): string => {
  const pointer = decodeURI(reference.slice(1));
  const passed = [...embedded.keys()].filter((place) => pointer.startsWith(`${place}/`)).sort((a, b) => b.length - a.length)[0];
  return passed === undefined ? reference : `${embedded.get(passed)}#${encodeURI(pointer.slice(passed.length))}`;
};

/**
 * The keywords that remain next to a `$ref` that disables its neighbours: definitions, which assert nothing and are targets of references.
 */
const withoutIgnoredKeywords = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name === '$ref' || name === '$schema' || name === 'definitions'));

/** Honours the keywords next to `$ref` by moving them into `allOf`, which means the same in every dialect. */
const wrapReference = (schema: JsonObject): JsonObject => {
  const { $ref, ...beside } = schema;
  const names = Object.keys(beside).filter((name) => name !== '$schema');
  if (names.length === 0) return schema;
  return { ...beside, allOf: [...(Array.isArray(beside['allOf']) ? beside['allOf'] : []), { $ref }] };
};
