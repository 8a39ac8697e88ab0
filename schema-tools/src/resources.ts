import { isObject, type JsonObject, unescaped, escaped } from './json.ts';
import { SchemaError } from './schema-error.ts';
import { subschemas } from './subschemas.ts';

/** A subschema's place: its resource's URI without fragment, and a JSON pointer within. */
export interface Place { readonly base: string; readonly pointer: string; readonly schema: unknown }

interface Resource { readonly base: string; readonly root: unknown; readonly anchors: Map<string, Place>; readonly dynamic: Map<string, Place> }

export type Resources = Map<string, Resource>;

const dialects = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

export const locationOf = ({ base, pointer }: { base: string; pointer: string }): string => `${base}#${encodeURI(pointer).replaceAll('#', '%23')}`;

/** `reference` against `base`. Relative references against a base that has no hierarchy are in error. */
export const resolveUri = (reference: string, base: string, location: string): string => {
  if (reference === '') return base;
  if (reference.startsWith('#')) return `${base}${reference}`;
  try {
    return new URL(reference, base).href;
  } catch {
    throw new SchemaError(location, `"${reference}" is no URI, or cannot be resolved against ${base}`);
  }
};

const split = (uri: string): [base: string, fragment: string] => {
  const hash = uri.indexOf('#');
  return hash === -1 ? [uri, ''] : [uri.slice(0, hash), uri.slice(hash + 1)];
};

const checkWords = (schema: JsonObject, place: Place): void => {
  const at = (keyword: string): string => locationOf({ base: place.base, pointer: `${place.pointer}/${keyword}` });
  for (const keyword of ['$id', '$ref', '$anchor', '$dynamicAnchor', '$dynamicRef', '$schema'])
    if (schema[keyword] !== undefined && typeof schema[keyword] !== 'string') throw new SchemaError(at(keyword), 'expected a string');
  if (schema['deprecated'] !== undefined && typeof schema['deprecated'] !== 'boolean')
    throw new SchemaError(at('deprecated'), `expected true or false, given ${JSON.stringify(schema['deprecated'])}`);
  if (schema['$schema'] !== undefined && !dialects.test(schema['$schema'] as string))
    throw new SchemaError(at('$schema'), `the dialect ${schema['$schema'] as string} is not known here; 2020-12 is`);
};

/** Enters a schema and everything embedded in it. Throws a SchemaError for a subschema that is none. */
export const register = (resources: Resources, uri: string, root: unknown): Place => {
  const enter = (schema: unknown, outerBase: string, outerPointer: string): Place => {
    if (!isObject(schema)) {
      const place = { base: outerBase, pointer: outerPointer, schema };
      if (typeof schema !== 'boolean') throw new SchemaError(locationOf(place), 'expected a schema: an object, true or false');
      if (outerPointer === '') resources.set(outerBase, { base: outerBase, root: schema, anchors: new Map(), dynamic: new Map() });
      return place;
    }
    let base = outerBase;
    let pointer = outerPointer;
    if (typeof schema['$id'] === 'string') {
      const [own, fragment] = split(resolveUri(schema['$id'], outerBase, locationOf({ base, pointer })));
      if (fragment !== '') throw new SchemaError(locationOf({ base, pointer: `${pointer}/$id` }), 'a fragment has no place in $id; use $anchor');
      [base, pointer] = [own, ''];
    }
    const place: Place = { base, pointer, schema };
    checkWords(schema, place);
    if (pointer === '') resources.set(base, { base, root: schema, anchors: new Map(), dynamic: new Map() });
    const resource = resources.get(base) as Resource;
    for (const name of [schema['$anchor'], schema['$dynamicAnchor']]) if (typeof name === 'string') resource.anchors.set(name, place);
    if (typeof schema['$dynamicAnchor'] === 'string') resource.dynamic.set(schema['$dynamicAnchor'], place);
    for (const { steps, schema: inner } of subschemas(schema, place)) enter(inner, base, `${pointer}/${steps.map(escaped).join('/')}`);
    return place;
  };
  const place = enter(root, uri, '');
  if (place.base !== uri) resources.set(uri, resources.get(place.base) as Resource);
  return place;
};

/** The subschema at a JSON pointer from a resource's root; an embedded resource on the way changes the base. */
const follow = (base: string, root: unknown, pointer: string): Place | undefined => {
  let place: Place = { base, pointer: '', schema: root };
  for (const step of pointer.split('/').slice(1).map(unescaped)) {
    const { schema } = place;
    if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, step)) return undefined;
    const inner = (schema as JsonObject)[step];
    place = { base: place.base, pointer: `${place.pointer}/${escaped(step)}`, schema: inner };
    if (isObject(inner) && typeof inner['$id'] === 'string') place = { base: split(resolveUri(inner['$id'], place.base, locationOf(place)))[0], pointer: '', schema: inner };
  }
  return place;
};

/** What a reference means. Only what was registered is known: the network is never asked. */
export const lookUp = (resources: Resources, reference: string, from: { base: string; pointer: string }): Place => {
  const location = locationOf(from);
  const [base, encoded] = split(resolveUri(reference, from.base, location));
  const resource = resources.get(base);
  if (!resource) throw new SchemaError(location, `"${reference}" refers to ${base}, which is not among the schemas given`);
  let fragment: string;
  try {
    fragment = decodeURIComponent(encoded);
  } catch {
    throw new SchemaError(location, `"${reference}" is badly percent-encoded`);
  }
  const found = fragment === '' || fragment.startsWith('/') ? follow(resource.base, resource.root, fragment) : resource.anchors.get(fragment);
  if (!found) throw new SchemaError(location, `"${reference}" refers to a place that is not there`);
  return found;
};
