import { isAlias, isMap, isScalar, isSeq, type Alias, type Node } from 'yaml';
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

/**
 * The plain value of a document. Keys are strings: of a number, a boolean or null its own name (`1`, `true`, `null`), of a
 * collection its JSON text. Aliases share the value of their anchor; together they stand for at most `limit` values.
 */
export function buildValue(root: Node | null, limit: number): BuiltValue {
  const faults: SourceFault[] = [];
  const targets = new Map<Alias, AliasTarget>();
  const names = new Map<Node, string>();
  const anchors = new Map<string, AliasTarget>();
  const parts = new Map<AliasTarget, SizedValue>();
  let added = 0;

  const refuse = (at: Node, message: string, severity: 'error' | 'warning' = 'error') => {
    faults.push({ ...yamlSpan(at), severity, message });
  };
  const spend = (at: Node, size: number): boolean => {
    if (added > limit) return false;
    added += size;
    if (added > limit)
      refuse(
        at,
        `the aliases up to here stand for more than ${limit.toLocaleString('en')} values when written out; the document is not read any further`,
      );
    return added <= limit;
  };

  const part = (node: Node | null): SizedValue => {
    if (isAlias(node)) return aliased(node);
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return nullValue;
    const { anchor } = node;
    if (anchor !== undefined) anchors.set(anchor, node);
    const made = isScalar(node) ? { value: scalarValue(node), size: 1 } : isMap(node) ? mapped(node) : listed(node.items as Node[]);
    if (anchor !== undefined) parts.set(node, made);
    return made;
  };
  const aliased = (alias: Alias): SizedValue => {
    const target = anchors.get(alias.source);
    const made = target && parts.get(target);
    if (!target) refuse(alias, `alias *${alias.source}: no anchor &${alias.source} stands before it`);
    else if (!made) refuse(alias, `alias *${alias.source} stands inside of what it refers to; a value cannot contain itself`);
    if (!target || !made || !spend(alias, made.size)) return nullValue;
    targets.set(alias, target);
    return made;
  };
  const listed = (items: readonly Node[]): SizedValue => {
    const inside = items.map(part);
    return { value: inside.map(({ value }) => value), size: inside.reduce((sum, { size }) => sum + size, 1) };
  };
  const nameOf = (key: Node): string => {
    const { value } = part(key);
    const name = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
    if (!isScalar(key)) names.set(key, name);
    return name;
  };
  const mapped = (map: AliasTarget): SizedValue => {
    if (!isMap(map)) return nullValue;
    const value = {};
    let size = 1;
    const merged: [Node, object][] = [];
    for (const { key, value: of } of mappingEntries(map)) {
      const name = isMergeKey(key) ? undefined : nameOf(key);
      if (name !== undefined && Object.hasOwn(value, name)) refuse(key, `duplicate key ${JSON.stringify(name)}`, 'warning');
      const inside = part(of);
      size += inside.size;
      if (name === undefined) merged.push(...sources(of ?? key, inside.value));
      else setOwnProperty(value, name, inside.value);
    }
    for (const [at, source] of merged) {
      const names = Object.keys(source);
      if (spend(at, names.length))
        for (const name of names) if (!Object.hasOwn(value, name)) setOwnProperty(value, name, (source as Record<string, unknown>)[name]);
    }
    return { value, size };
  };
  /** The mappings that a merge key names: one, or those of a list; an earlier one wins. */
  const sources = (at: Node, value: unknown): [Node, object][] =>
    (Array.isArray(value) ? value : [value]).flatMap((source: unknown): [Node, object][] => {
      if (isObject(source)) return [[at, source]];
      if (!faults.some(({ severity }) => severity === 'error'))
        refuse(at, 'expected a mapping, an alias of one or a list of them as what << merges');
      return [];
    });

  return { value: part(root).value, faults, targets, keyNames: names };
}
