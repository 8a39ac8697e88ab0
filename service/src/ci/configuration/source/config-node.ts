import { escapePointerToken, isObject } from '@slipway/schema-tools/json';

/** A value of the configuration and its location. */
export interface ConfigNode {
  readonly value: unknown;
  /** RFC 6901. */
  readonly pointer: string;
}

/** A member of a mapping; undefined if there is none. */
export const getMember = ({ value, pointer }: ConfigNode, name: string): ConfigNode | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? { value: value[name], pointer: `${pointer}/${escapePointerToken(name)}` } : undefined;

/** The members of a mapping in order; empty if it is no mapping. */
export const getMembers = (node: ConfigNode | undefined): readonly (readonly [name: string, place: ConfigNode])[] =>
  node && isObject(node.value)
    ? Object.entries(node.value).map(([name, value]) => [name, { value, pointer: `${node.pointer}/${escapePointerToken(name)}` }] as const)
    : [];

/** The items of a list; empty if it is no list. */
export const getItems = (node: ConfigNode | undefined): readonly ConfigNode[] =>
  node && Array.isArray(node.value) ? node.value.map((value: unknown, index) => ({ value, pointer: `${node.pointer}/${index}` })) : [];

/** One value or a list of them, as a list. */
export const getNodeList = (node: ConfigNode | undefined): readonly ConfigNode[] =>
  !node || node.value === null ? [] : Array.isArray(node.value) ? getItems(node) : [node];
