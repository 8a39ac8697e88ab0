import { isAlias, isMap, isScalar, isSeq, type Alias, type Node, type YAMLMap } from 'yaml';
import { isObject } from '../../json.ts';
import { setOwnProperty } from '../set-own-property.ts';
import type { SourceFault } from '../source.ts';
import { mappingEntries, isMergeKey, scalarValue, yamlSpan, type AliasTarget } from './nodes.ts';

export interface BuiltValue {
  readonly value: unknown;
  readonly faults: readonly SourceFault[];
  readonly targets: ReadonlyMap<Alias, AliasTarget>;
  /** The text of each key that is no scalar or an alias: found once, for those who look for a name. */
  readonly keyNames: ReadonlyMap<Node, string>;
}

/** A value, and how many values it holds when every alias in it is written out. */
interface SizedValue {
  readonly value: unknown;
  readonly size: number;
}

const nullValue: SizedValue = { value: null, size: 1 };

/** A document while its value is built. */
interface Building {
  readonly limit: number;
  readonly faults: SourceFault[];
  readonly targets: Map<Alias, AliasTarget>;
  readonly keyNames: Map<Node, string>;
  readonly anchors: Map<string, AliasTarget>;
  readonly values: Map<AliasTarget, SizedValue>;
  /** Number of values that aliases have added so far. */
  added: number;
}

const addFault = ({ faults }: Building, node: Node, message: string): void => {
  faults.push({ ...yamlSpan(node), severity: 'error', message });
};

const addRepeatedKey = ({ faults }: Building, key: Node, name: string): void => {
  faults.push({ ...yamlSpan(key), severity: 'warning', isRepeatedKey: true, message: `duplicate key ${JSON.stringify(name)}` });
};

/** Counts the values that an alias adds; false beyond the limit. */
function addSize(building: Building, node: Node, size: number): boolean {
  const { limit } = building;
  if (building.added > limit) return false;
  building.added += size;
  const isWithin = building.added <= limit;
  if (!isWithin) {
    const count = limit.toLocaleString('en');
    addFault(
      building,
      node,
      `the aliases up to here stand for more than ${count} values when written out; the document is not read any further`,
    );
  }
  return isWithin;
}

function nodeValue(building: Building, node: Node | null): SizedValue {
  if (isAlias(node)) return aliasValue(building, node);
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return nullValue;
  const { anchor } = node;
  if (anchor !== undefined) building.anchors.set(anchor, node);
  const value = isScalar(node)
    ? { value: scalarValue(node), size: 1 }
    : isMap(node)
      ? mappingValue(building, node)
      : listValue(building, node.items as Node[]);
  if (anchor !== undefined) building.values.set(node, value);
  return value;
}

function aliasValue(building: Building, alias: Alias): SizedValue {
  const target = building.anchors.get(alias.source);
  const value = target && building.values.get(target);
  if (!target) addFault(building, alias, `alias *${alias.source}: there is no anchor &${alias.source} before it`);
  else if (!value)
    addFault(building, alias, `alias *${alias.source} is inside of the value that it refers to; a value cannot contain itself`);
  if (!target || !value || !addSize(building, alias, value.size)) return nullValue;
  building.targets.set(alias, target);
  return value;
}

function listValue(building: Building, items: readonly Node[]): SizedValue {
  const values = items.map((item) => nodeValue(building, item));
  return { value: values.map(({ value }) => value), size: values.reduce((sum, { size }) => sum + size, 1) };
}

function keyName(building: Building, key: Node): string {
  const { value } = nodeValue(building, key);
  const name = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  if (!isScalar(key)) building.keyNames.set(key, name);
  return name;
}

/** The mappings that a merge key names: one, or those of a list; an earlier one takes precedence. */
const mergeSources = (building: Building, node: Node, value: unknown): [Node, object][] =>
  (Array.isArray(value) ? value : [value]).flatMap((source: unknown): [Node, object][] => {
    if (isObject(source)) return [[node, source]];
    if (!building.faults.some(({ severity }) => severity === 'error'))
      addFault(building, node, 'expected a mapping, an alias of one or a list of them as what << merges');
    return [];
  });

function mappingValue(building: Building, map: YAMLMap): SizedValue {
  const value = {};
  let size = 1;
  const merged: [Node, object][] = [];
  for (const { key, value: node } of mappingEntries(map)) {
    const name = isMergeKey(key) ? undefined : keyName(building, key);
    if (name !== undefined && Object.hasOwn(value, name)) addRepeatedKey(building, key, name);
    const member = nodeValue(building, node);
    size += member.size;
    if (name === undefined) merged.push(...mergeSources(building, node ?? key, member.value));
    else setOwnProperty(value, name, member.value);
  }
  for (const [node, source] of merged) {
    const names = Object.keys(source);
    if (!addSize(building, node, names.length)) continue;
    for (const name of names) if (!Object.hasOwn(value, name)) setOwnProperty(value, name, (source as Record<string, unknown>)[name]);
  }
  return { value, size };
}

/**
 * The plain value of a document. Keys are strings: a number, a boolean or null is its own name (`1`, `true`, `null`), a collection its
 * JSON text. Aliases share the value of their anchor; together they stand for at most `limit` values.
 */
export function buildValue(root: Node | null, limit: number): BuiltValue {
  const building: Building = {
    limit,
    faults: [],
    targets: new Map(),
    keyNames: new Map(),
    anchors: new Map(),
    values: new Map(),
    added: 0,
  };
  const { value } = nodeValue(building, root);
  return { value, faults: building.faults, targets: building.targets, keyNames: building.keyNames };
}
