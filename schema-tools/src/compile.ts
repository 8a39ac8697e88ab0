import { escaped, isObject } from './json.ts';
import type { Context } from './keywords/context.ts';
import { checksOf, last, neighbours } from './keywords/index.ts';
import { type Check, type Node, noneSeen, sawAlso } from './node.ts';
import { lookUp, type Place, register, type Resources, locationOf } from './resources.ts';
import { SchemaError } from './schema-error.ts';

export interface Sources {
  /** Other schemas by URI: what `$ref` may name. Nothing is fetched. */
  readonly schemas?: { readonly [uri: string]: unknown };
  /** The schema is known to be right: its parts are compiled when an instance first needs them, and only then found in error. */
  readonly trusted?: boolean;
}

export interface Compiled { readonly root: Node; readonly keyword: string }

/** Where a schema without `$id` is at home. */
const home = 'schema:///';

/** Compiles a schema to closures that validate and tell where `keyword` applies. Throws a SchemaError. */
export const compile = (schema: unknown, keyword: string, { schemas = {}, trusted = false }: Sources = {}): Compiled => {
  const resources: Resources = new Map();
  for (const [uri, other] of Object.entries(schemas)) register(resources, new URL(uri).href.replace(/#$/, ''), other);
  const entry = trusted && !refers(schema) ? { base: idOf(schema), pointer: '', schema } : register(resources, home, schema);
  const nodes = new Map<string, Node>();
  const dynamicNodes = new Map<string, Map<string, Node>>();
  const mentions = mentioning(keyword);
  const dynamicUses: (readonly [Node, ReadonlyMap<string, Node>])[] = [];
  const isDynamic = [...resources.values()].some((resource) => resource.dynamic.size > 0);

  const nodeAt = (place: Place): Node => {
    const location = `${place.base}#${place.pointer}`;
    const known = nodes.get(location);
    if (known) return known;
    const own = isObject(place.schema) && Object.hasOwn(place.schema, keyword);
    const node: Node = {
      evaluate: (value, at, run, seen) => { node.evaluate = checkOf(node); return node.evaluate(value, at, run, seen); },
      own: own && says(keyword, place.schema), reaches: trusted ? mentions(place.schema) : own, ofStrings: keyword.startsWith('content'),
      children: [], always: [], ...place,
    };
    nodes.set(location, node);
    if (typeof place.schema === 'boolean') node.evaluate = constant(place.schema);
    else if (!trusted) node.evaluate = checkOf(node);
    return node;
  };

  const child = (of: Node, node: Node): Node => { of.children.push(node); return node; };

  const contextOf = (node: Node): Context => {
    if (!isObject(node.schema)) throw new SchemaError(locationOf(node), 'expected a schema: an object, true or false');
    const schema = node.schema;
    return {
      schema, base: node.base, pointer: node.pointer,
      subschema: (...steps) => {
        const pointer = `${node.pointer}/${steps.map(escaped).join('/')}`;
        const inner = steps.reduce<unknown>((value, step) => (value as { [step: string]: unknown })[step], schema);
        const place = { base: node.base, pointer, schema: inner };
        return child(node, nodeAt(isObject(inner) && typeof inner['$id'] === 'string' ? lookUp(resources, `#${encodeURI(pointer).replaceAll('#', '%23')}`, node) : place));
      },
      always: (inner) => { node.always.push(inner); return inner; },
      reference: (reference) => child(node, nodeAt(lookUp(resources, reference, node))),
      dynamic: (anchor) => {
        const found = dynamicNodes.get(anchor) ?? new Map<string, Node>();
        if (!dynamicNodes.has(anchor)) {
          dynamicNodes.set(anchor, found);
          for (const resource of resources.values()) {
            const place = resource.dynamic.get(anchor);
            if (place) found.set(place.base, nodeAt(place));
          }
        }
        dynamicUses.push([node, found]);
        return found;
      },
    };
  };

  const checkOf = (node: Node): Check => {
    const context = contextOf(node);
    const checks = checksOf(neighbours, context);
    const after = checksOf(last, context);
    return isDynamic ? scoped(node, schemaCheck(node, checks, after)) : schemaCheck(node, checks, after);
  };

  const root = nodeAt(entry);
  if (!trusted) {
    for (const [node, targets] of dynamicUses) node.children.push(...targets.values());
    spread([...nodes.values()]);
    refuseCircles([...nodes.values()]);
  }
  return { root, keyword };
};

/** `contentSchema` says something only beside `contentMediaType`. */
const says = (keyword: string, schema: unknown): boolean => keyword !== 'contentSchema' || (isObject(schema) && Object.hasOwn(schema, 'contentMediaType'));

const constant = (passes: boolean): Check => () => passes;

/** A schema object: all its keywords, then those that ask what the others have seen. */
const schemaCheck = (node: Node, checks: readonly Check[], after: readonly Check[]): Check => (value, from, run, seen) => {
  const at = from !== null && node.reaches ? from : null;
  const on = run.lenient && at !== null;
  const local = seen !== null || after.length > 0 ? noneSeen() : null;
  const mark = run.hits.length;
  let passes = true;
  for (const check of checks) {
    if (!check(value, at, run, local)) passes = false;
    if (!passes && !on) break;
  }
  if (passes || on)
    for (const check of after) {
      // In a place that has failed already, what was left over is not certain: it is not listened to.
      if (!check(value, passes ? at : null, run, local)) passes = false;
      if (!passes && !on) break;
    }
  if (!passes && !on) run.hits.length = mark;
  else if (at && node.own && (typeof value === 'string' || !node.ofStrings)) run.hits.push({ at, node });
  if (seen && local && (passes || on)) sawAlso(seen, local);
  return passes;
};

/** Enters the schema's resource into the dynamic scope, where it is new. */
const scoped = (node: Node, check: Check): Check => (value, at, run, seen) => {
  if (run.scope.includes(node.base)) return check(value, at, run, seen);
  run.scope.push(node.base);
  const passes = check(value, at, run, seen);
  run.scope.pop();
  return passes;
};

const idOf = (schema: unknown): string => (isObject(schema) && typeof schema['$id'] === 'string' ? schema['$id'] : home);

/** Whether anything inside names another place, or is one of its own: then all places must be known beforehand. */
const refers = (schema: unknown, inner = false): boolean =>
  typeof schema === 'object' && schema !== null
  && (Object.hasOwn(schema, '$ref') || Object.hasOwn(schema, '$dynamicRef') || (inner && Object.hasOwn(schema, '$id')) || Object.values(schema).some((value) => refers(value, true)));

/** Whether the keyword stands anywhere inside, or a reference that may lead to it: more than can be reached, never less. */
const mentioning = (keyword: string): ((schema: unknown) => boolean) => {
  const known = new Map<object, boolean>();
  const mentions = (schema: unknown): boolean => {
    if (typeof schema !== 'object' || schema === null) return false;
    const found = known.get(schema);
    if (found !== undefined) return found;
    const here = Object.hasOwn(schema, keyword) || Object.hasOwn(schema, '$ref') || Object.hasOwn(schema, '$dynamicRef') || Object.values(schema).some(mentions);
    known.set(schema, here);
    return here;
  };
  return mentions;
};

/** A schema that refers to itself on the way to the same value would be evaluated for ever. */
const refuseCircles = (nodes: readonly Node[]): void => {
  const done = new Set<Node>();
  const visit = (node: Node, way: Set<Node>): void => {
    if (way.has(node)) throw new SchemaError(locationOf(node), 'it refers to itself without end');
    if (done.has(node)) return;
    way.add(node);
    for (const inner of node.always) visit(inner, way);
    way.delete(node);
    done.add(node);
  };
  for (const node of nodes) visit(node, new Set());
};

/** `reaches`, from where the keyword stands to everything that leads there. */
const spread = (nodes: readonly Node[]): void => {
  const parents = new Map<Node, Node[]>();
  for (const node of nodes) for (const inner of node.children) parents.set(inner, [...(parents.get(inner) ?? []), node]);
  const queue = nodes.filter((node) => node.reaches);
  for (let node = queue.pop(); node; node = queue.pop())
    for (const parent of parents.get(node) ?? []) if (!parent.reaches) { parent.reaches = true; queue.push(parent); }
};
