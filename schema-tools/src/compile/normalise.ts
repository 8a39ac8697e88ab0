import { canonicalJson, escapePointerToken, isObject, type JsonObject } from '../json.ts';
import { SchemaError } from '../schema-error.ts';
import { maskData } from './mask-data.ts';
import { canonicalDialect, isBeforeDraft2019 } from './dialects.ts';
import { toUnicodePattern } from './unicode-pattern.ts';
import { subschemas } from './subschemas.ts';

/** A reference as it stands in a schema: against which base, and where. */
export interface SchemaReference {
  readonly reference: string;
  readonly base: string;
  readonly location: string;
}

/** The root, and each embedded schema that says its own dialect: outermost first. */
export interface SchemaResource {
  readonly pointer: string;
  readonly dialect: string;
  readonly schema: unknown;
  /** Where the dialect is said. */ readonly location: string;
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

/** Characters that no URI may hold, as people write them in names of definitions; those beyond ASCII plainly, as the compiler takes them. */
const encodeReference = (reference: string): string =>
  reference
    .replace(/[\s<>"{}|\\^`]|%(?![0-9A-Fa-f]{2})/g, (character) => encodeURIComponent(character))
    .replace(/(?:%[89A-Fa-f][0-9A-Fa-f])+/g, decodeEscapes)
    .replace(/#.*$/s, (fragment) => fragment.replace(/[[\]]/g, (bracket) => encodeURIComponent(bracket)));

/** The base of the root's references: its identifier's, or where it was read. */
const rootUri = (schema: unknown, uri: string, dialect: string): string => {
  const own = isObject(schema) && typeof schema['$schema'] === 'string' ? canonicalDialect(schema['$schema']) : dialect;
  const id = isObject(schema) ? schema[identifierKeyword(own)] : undefined;
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

/**
 * A copy of a schema that the compiler takes and that means the same: dialects in their canonical spelling, identifiers
 * that are no URIs left out, references encoded, patterns in Unicode mode, and, up to draft 7, `$ref` with neighbours
 * as one of `allOf`, unless `strictSpec`. Throws a SchemaError for what cannot mean anything.
 */
export const normaliseSchema = (schema: unknown, uri: string, dialect: string, strictSpec: boolean): NormalisedSchema => {
  const resources: SchemaResource[] = [];
  /** By pointer: the URIs of schemas inside that have one of their own. */
  const embedded = new Map<string, string>();
  const named = new Map<string, { readonly pointer: string; readonly schema: JsonObject }>();
  const intoEmbedded: (() => void)[] = [];
  const root = rootUri(schema, uri, dialect);
  const references: SchemaReference[] = [];

  const visit = (given: JsonObject, base: string, outer: string, pointer: string): JsonObject => {
    const at = (keyword: string): string => locationOf(uri, `${pointer}/${escapePointerToken(keyword)}`);
    const own = typeof given['$schema'] === 'string' ? canonicalDialect(given['$schema']) : outer;
    const says = typeof given['$schema'] === 'string';
    if (says || pointer === '')
      resources.push({ pointer, dialect: own, schema: given, location: says ? at('$schema') : locationOf(uri, '') });
    const copy: { [keyword: string]: unknown } = { ...given, ...maskData(given) };
    /** Where the reference of this schema stands in the end. */
    let holder = copy;
    if (says) copy['$schema'] = own;
    // No dialect has a keyword of such a name; the compiler would take what every object inherits for one.
    for (const name of Object.keys(given)) if (name in Object.prototype) delete copy[name];

    const id = identifierKeyword(own);
    let inside = base;
    // Up to draft 7 a reference silences the identifier beside it, whatever else is honoured.
    const isSilent = isBeforeDraft2019(own) && typeof given['$ref'] === 'string';
    if (isSilent) delete copy[id];
    else if (typeof given[id] === 'string') {
      const found = resolveUri(encodeReference(given[id]), base);
      if (found === undefined) delete copy[id];
      else {
        copy[id] = encodeReference(given[id]);
        inside = found;
        // In older drafts a fragment alone is the name of a place, not of a resource.
        if (pointer !== '' && !given[id].startsWith('#')) {
          const twin = named.get(found);
          if (twin !== undefined && canonicalJson(twin.schema) !== canonicalJson(given))
            throw new SchemaError(at(id), `${found} is also the identifier of another schema, at ${locationOf(uri, twin.pointer)}`);
          named.set(found, { pointer, schema: given });
          embedded.set(pointer, found);
        }
      }
    }
    if (copy['deprecated'] !== undefined && typeof copy['deprecated'] !== 'boolean')
      throw new SchemaError(at('deprecated'), `expected true or false, given ${JSON.stringify(copy['deprecated'])}`);
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const reference = given[keyword];
      if (reference === undefined) continue;
      if (typeof reference !== 'string') throw new SchemaError(at(keyword), 'expected a string: the URI of a schema');
      copy[keyword] = encodeReference(reference);
      references.push({ reference: encodeReference(reference), base: inside, location: at(keyword) });
      if (inside === root && reference.startsWith('#/'))
        intoEmbedded.push(() => {
          holder[keyword] = redirectToResource(encodeReference(reference), embedded);
        });
    }
    if (typeof given['pattern'] === 'string') copy['pattern'] = normalisePattern(given['pattern'], at('pattern'));
    for (const { steps, schema: inner } of subschemas(given)) {
      const made = visit(inner, inside, own, `${pointer}/${steps.map(escapePointerToken).join('/')}`);
      const [keyword, step] = steps as [string, string | number | undefined];
      if (step === undefined) {
        copy[keyword] = made;
        continue;
      }
      if (copy[keyword] === given[keyword])
        copy[keyword] = Array.isArray(given[keyword]) ? [...given[keyword]] : { ...(given[keyword] as object) };
      Object.defineProperty(copy[keyword], step, { value: made, enumerable: true, configurable: true, writable: true });
    }
    if (isObject(copy['patternProperties']))
      copy['patternProperties'] = Object.fromEntries(
        Object.entries(copy['patternProperties']).map(([source, inner]) => [normalisePattern(source, at('patternProperties')), inner]),
      );
    if (!isBeforeDraft2019(own) || typeof copy['$ref'] !== 'string') return copy;
    const made = wrapReference(strictSpec ? withoutIgnoredKeywords(copy) : copy);
    holder = (Object.hasOwn(made, '$ref') ? made : (made['allOf'] as JsonObject[]).at(-1)) as typeof copy;
    return made;
  };
  if (!isObject(schema)) resources.push({ pointer: '', dialect, schema, location: locationOf(uri, '') });
  const made = isObject(schema) ? visit(schema, uri, dialect, '') : schema;
  for (const rewrite of intoEmbedded) rewrite();
  return { schema: made, resources, references };
};

const normalisePattern = (source: string, location: string): string => {
  const found = toUnicodePattern(source);
  if (found === undefined) throw new SchemaError(location, `expected a regular expression (ECMA-262); given ${JSON.stringify(source)}`);
  return found;
};

/** A pointer that passes an embedded resource, as a reference to that resource: the compiler follows none across. */
const redirectToResource = (reference: string, embedded: ReadonlyMap<string, string>): string => {
  const pointer = decodeURI(reference.slice(1));
  const passed = [...embedded.keys()].filter((place) => pointer.startsWith(`${place}/`)).sort((a, b) => b.length - a.length)[0];
  return passed === undefined ? reference : `${embedded.get(passed)}#${encodeURI(pointer.slice(passed.length))}`;
};

/** What is left beside `$ref` where it silences its neighbours: definitions, which assert nothing and are referred to. */
const withoutIgnoredKeywords = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name === '$ref' || name === '$schema' || name === 'definitions'));

/** What stands beside `$ref` is honoured: `allOf` says the same in every dialect. */
const wrapReference = (schema: JsonObject): JsonObject => {
  const { $ref, ...beside } = schema;
  const names = Object.keys(beside).filter((name) => name !== '$schema');
  if (names.length === 0) return schema;
  return { ...beside, allOf: [...(Array.isArray(beside['allOf']) ? beside['allOf'] : []), { $ref }] };
};
