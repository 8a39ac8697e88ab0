import { isAlias, isMap, isScalar, isSeq, Scalar, type Alias, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Span } from '../source.ts';

export type AliasTarget = Exclude<Node, Alias>;

/** The target of an alias, found in document order, because an anchor's name can be reused. */
export type AliasTargets = ReadonlyMap<Alias, AliasTarget>;

export const resolveAlias = (node: unknown, targets: AliasTargets): AliasTarget | undefined =>
  isAlias(node) ? targets.get(node) : isMap(node) || isSeq(node) || isScalar(node) ? (node as AliasTarget) : undefined;

/** The location of a node, without its tag and anchor; a block collection ends with its last value, not with trailing white space. */
export function yamlSpan(node: Node): Span {
  const [start] = node.range!;
  let last: Node = node;
  for (let next: Node | undefined = node; next; next = lastNode(next)) last = next;
  return { start, end: Math.max(start, last.range![1]) };
}

/** The last node of a block collection that has one. */
function lastNode(node: Node): Node | undefined {
  if ((!isMap(node) && !isSeq(node)) || node.flow) return undefined;
  const item: unknown = node.items.at(-1);
  return (isMap(node) ? ((item as Pair<Node, Node | null> | undefined)?.value ?? (item as Pair<Node> | undefined)?.key) : item) as
    | Node
    | undefined;
}

/** A `<<` that is not in quotes. */
export const isMergeKey = (key: unknown): boolean =>
  isScalar(key) &&
  (key.type === undefined || key.type === Scalar.PLAIN) &&
  (key.value === '<<' || (typeof key.value === 'symbol' && key.value.description === '<<'));

/** The JSON value of a scalar: types that JSON does not have stay texts as written. */
export function scalarValue({ value, source, tag }: Scalar): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string') return source ?? '';
  return tag === 'tag:yaml.org,2002:float' && /^[-+]?\d+$/.test(value) ? Number(value) : value;
}

export type MappingEntry = Pair<Node, Node | null>;
export const mappingEntries = (map: YAMLMap): readonly MappingEntry[] => map.items as unknown as readonly MappingEntry[];
