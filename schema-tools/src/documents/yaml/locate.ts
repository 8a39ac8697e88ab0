import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { indexOf, stepsOf } from '../pointer.ts';
import type { Span } from '../source.ts';
import { entriesOf, isMerge, resolved, scalarValue, spanOf, type Target } from './nodes.ts';
import type { Built } from './value.ts';

/** A member of a mapping, its own or merged in. */
interface Member {
  readonly key: Node;
  readonly value: Node | null;
  /** The first alias on the way to it, for a member that a merge brings in. */
  readonly alias: Span | undefined;
  /** Whether it is the mapping's own and the only one of its name, merges counted. */
  alone: boolean;
}

export interface Found {
  readonly key: Node | undefined;
  readonly value: Span;
  readonly alias: Span | undefined;
  /** Whether the key is written in one place for one place of the value: no merge, no second one, nothing on the way that an alias repeats. */
  readonly once: boolean;
}

export type Locate = (pointer: string) => Found | undefined;

/** Finds places in a document by pointer; the members of a mapping are listed when it is first entered. */
export function locator(root: Node | null, { targets, names }: Built): Locate {
  const listed = new Map<YAMLMap, Map<string, Member>>();
  const used = new Set<Target>(targets.values());
  const nameOf = (key: Node): string => (isScalar(key) ? String(scalarValue(key)) : names.get(key) ?? '');

  const membersOf = (map: YAMLMap): Map<string, Member> => {
    const known = listed.get(map);
    if (known) return known;
    const members = new Map<string, Member>();
    listed.set(map, members);
    const entries = entriesOf(map);
    for (const { key, value } of entries) {
      if (isMerge(key)) continue;
      const name = nameOf(key);
      members.set(name, { key, value, alias: undefined, alone: !members.has(name) });
    }
    for (const { key, value } of entries) if (isMerge(key)) for (const source of merged(value, undefined)) mergeInto(members, source);
    return members;
  };
  const mergeInto = (members: Map<string, Member>, { map, alias }: { map: YAMLMap; alias: Span | undefined }): void => {
    for (const [name, member] of membersOf(map)) {
      const own = members.get(name);
      if (own) own.alone = false;
      else members.set(name, { ...member, alias: alias ?? member.alias, alone: false });
    }
  };
  const merged = (node: Node | null, through: Span | undefined): { map: YAMLMap; alias: Span | undefined }[] => {
    const alias = through ?? (isAlias(node) ? spanOf(node) : undefined);
    const target = resolved(node, targets);
    return isMap(target) ? [{ map: target, alias }] : isSeq(target) ? (target.items as Node[]).flatMap((item) => merged(item, alias)) : [];
  };

  return (pointer) => {
    const steps = stepsOf(pointer);
    if (!steps) return undefined;
    let [node, key, alias, once]: [Node | null, Node | undefined, Span | undefined, boolean] = [root, undefined, undefined, true];
    for (const step of steps) {
      if (isAlias(node)) alias ??= spanOf(node);
      const inside = resolved(node, targets);
      if (inside && used.has(inside)) once = false;
      const member = isMap(inside) ? membersOf(inside).get(step) : undefined;
      if (member) {
        [node, key] = [member.value, member.key];
        alias ??= member.alias;
        once &&= member.alone;
      } else if (isSeq(inside)) {
        const index = indexOf(step);
        if (index === undefined || index >= inside.items.length) return undefined;
        [node, key] = [inside.items[index] as Node, undefined];
      } else return undefined;
    }
    const target = resolved(node, targets);
    if (!key && isAlias(node)) alias ??= spanOf(node);
    return target || key ? { key, value: target ? spanOf(target) : after(key!), alias, once } : undefined;
  };
}

/** The empty place of a value that is not written. */
const after = (key: Node): Span => { const { end } = spanOf(key); return { start: end, end }; };
