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
  /**
   * Whether the key is written in exactly one place for exactly one place of the value: without merge keys, duplicates, or aliases on the
   * path.
   */
  readonly isUnique: boolean;
}

export type Locator = (pointer: string) => YamlLocation | undefined;

/** What is known of a document while its locations are searched. */
interface LocatorState {
  readonly root: Node | null;
  readonly targets: BuiltValue['targets'];
  readonly keyNames: BuiltValue['keyNames'];
  /** Nodes that an alias repeats. */
  readonly repeated: ReadonlySet<AliasTarget>;
  readonly members: Map<YAMLMap, Map<string, MappingMember>>;
}

interface MergeSource {
  readonly map: YAMLMap;
  readonly alias: Span | undefined;
}

const keyName = ({ keyNames }: LocatorState, key: Node): string => (isScalar(key) ? String(scalarValue(key)) : (keyNames.get(key) ?? ''));

/** The mappings that a merge key names, each with the first alias on the way. */
function mergeSources(state: LocatorState, node: Node | null, through: Span | undefined): readonly MergeSource[] {
  const alias = through ?? (isAlias(node) ? yamlSpan(node) : undefined);
  const target = resolveAlias(node, state.targets);
  if (isMap(target)) return [{ map: target, alias }];
  return isSeq(target) ? (target.items as Node[]).flatMap((item) => mergeSources(state, item, alias)) : [];
}

function mergeInto(state: LocatorState, members: Map<string, MappingMember>, { map, alias }: MergeSource): void {
  for (const [name, member] of mappingMembers(state, map)) {
    const own = members.get(name);
    if (own) own.isOnly = false;
    else members.set(name, { ...member, alias: alias ?? member.alias, isOnly: false });
  }
}

/** The members of a mapping, those that are merged in included. */
function mappingMembers(state: LocatorState, map: YAMLMap): Map<string, MappingMember> {
  const known = state.members.get(map);
  if (known) return known;
  const members = new Map<string, MappingMember>();
  state.members.set(map, members);
  const entries = mappingEntries(map);
  for (const { key, value } of entries) {
    if (isMergeKey(key)) continue;
    const name = keyName(state, key);
    members.set(name, { key, value, alias: undefined, isOnly: !members.has(name) });
  }
  for (const { key, value } of entries)
    if (isMergeKey(key)) for (const source of mergeSources(state, value, undefined)) mergeInto(state, members, source);
  return members;
}

function locate(state: LocatorState, pointer: string): YamlLocation | undefined {
  const { targets, repeated } = state;
  const steps = parsePointer(pointer);
  if (!steps) return undefined;
  let [node, key, alias, isUnique]: [Node | null, Node | undefined, Span | undefined, boolean] = [state.root, undefined, undefined, true];
  for (const step of steps) {
    if (isAlias(node)) alias ??= yamlSpan(node);
    const container = resolveAlias(node, targets);
    if (container && repeated.has(container)) isUnique = false;
    const member = isMap(container) ? mappingMembers(state, container).get(step) : undefined;
    if (member) {
      [node, key] = [member.value, member.key];
      alias ??= member.alias;
      isUnique &&= member.isOnly;
    } else if (isSeq(container)) {
      const index = parseIndex(step);
      if (index === undefined || index >= container.items.length) return undefined;
      [node, key] = [container.items[index] as Node, undefined];
    } else return undefined;
  }
  const target = resolveAlias(node, targets);
  if (!key && isAlias(node)) alias ??= yamlSpan(node);
  return target || key ? { key, value: target ? yamlSpan(target) : emptySpanAfter(key!), alias, isUnique } : undefined;
}

/** Finds locations in a document by pointer; the members of a mapping are listed when it is first entered. */
export function createLocator(root: Node | null, { targets, keyNames }: BuiltValue): Locator {
  const state: LocatorState = { root, targets, keyNames, repeated: new Set(targets.values()), members: new Map() };
  return (pointer) => locate(state, pointer);
}

/** The empty place of a value that is not written. */
const emptySpanAfter = (key: Node): Span => {
  const { end } = yamlSpan(key);
  return { start: end, end };
};
