import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { parseIndex, parsePointer } from '../pointer.ts';
import type { Span } from '../source.ts';
import { mappingEntries, isMergeKey, resolveAlias, scalarValue, yamlSpan, type AliasTarget } from './nodes.ts';
import type { BuiltValue } from './build-value.ts';

/** A member of a mapping, its own or merged in. */
interface MappingMember {
  readonly key: Node;
  readonly value: Node | null;
  /** The first alias on the way to it, for a member that a merge brings in. */
  readonly alias: Span | undefined;
  /** Whether it is the mapping's own and the only one of its name, merges counted. */
  isOnly: boolean;
}

export interface YamlLocation {
  readonly key: Node | undefined;
  readonly value: Span;
  readonly alias: Span | undefined;
  /** Whether the key is written in one place for one place of the value: no merge, no second one, nothing on the way that an alias repeats. */
  readonly isUnique: boolean;
}

export type Locator = (pointer: string) => YamlLocation | undefined;

/** Finds places in a document by pointer; the members of a mapping are listed when it is first entered. */
export function createLocator(root: Node | null, { targets, keyNames: names }: BuiltValue): Locator {
  const listed = new Map<YAMLMap, Map<string, MappingMember>>();
  const used = new Set<AliasTarget>(targets.values());
  const nameOf = (key: Node): string => (isScalar(key) ? String(scalarValue(key)) : (names.get(key) ?? ''));

  const membersOf = (map: YAMLMap): Map<string, MappingMember> => {
    const known = listed.get(map);
    if (known) return known;
    const members = new Map<string, MappingMember>();
    listed.set(map, members);
    const entries = mappingEntries(map);
    for (const { key, value } of entries) {
      if (isMergeKey(key)) continue;
      const name = nameOf(key);
      members.set(name, { key, value, alias: undefined, isOnly: !members.has(name) });
    }
    for (const { key, value } of entries) if (isMergeKey(key)) for (const source of merged(value, undefined)) mergeInto(members, source);
    return members;
  };
  const mergeInto = (members: Map<string, MappingMember>, { map, alias }: { map: YAMLMap; alias: Span | undefined }): void => {
    for (const [name, member] of membersOf(map)) {
      const own = members.get(name);
      if (own) own.isOnly = false;
      else members.set(name, { ...member, alias: alias ?? member.alias, isOnly: false });
    }
  };
  const merged = (node: Node | null, through: Span | undefined): { map: YAMLMap; alias: Span | undefined }[] => {
    const alias = through ?? (isAlias(node) ? yamlSpan(node) : undefined);
    const target = resolveAlias(node, targets);
    return isMap(target) ? [{ map: target, alias }] : isSeq(target) ? (target.items as Node[]).flatMap((item) => merged(item, alias)) : [];
  };

  return (pointer) => {
    const steps = parsePointer(pointer);
    if (!steps) return undefined;
    let [node, key, alias, once]: [Node | null, Node | undefined, Span | undefined, boolean] = [root, undefined, undefined, true];
    for (const step of steps) {
      if (isAlias(node)) alias ??= yamlSpan(node);
      const inside = resolveAlias(node, targets);
      if (inside && used.has(inside)) once = false;
      const member = isMap(inside) ? membersOf(inside).get(step) : undefined;
      if (member) {
        [node, key] = [member.value, member.key];
        alias ??= member.alias;
        once &&= member.isOnly;
      } else if (isSeq(inside)) {
        const index = parseIndex(step);
        if (index === undefined || index >= inside.items.length) return undefined;
        [node, key] = [inside.items[index] as Node, undefined];
      } else return undefined;
    }
    const target = resolveAlias(node, targets);
    if (!key && isAlias(node)) alias ??= yamlSpan(node);
    return target || key ? { key, value: target ? yamlSpan(target) : emptySpanAfter(key!), alias, isUnique: once } : undefined;
  };
}

/** The empty place of a value that is not written. */
const emptySpanAfter = (key: Node): Span => {
  const { end } = yamlSpan(key);
  return { start: end, end };
};
