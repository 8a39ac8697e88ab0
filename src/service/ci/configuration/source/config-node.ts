import { escapePointerToken, isObject } from '@slipway/schema-tools/json';

/** A value and where it stands in the configuration. */
export interface ConfigNode {
  readonly value: unknown;
  /** RFC 6901. */
  readonly pointer: string;
}

/** A property of a mapping; undefined where there is none. */
export const getMember = ({ value, pointer }: ConfigNode, name: string): ConfigNode | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? { value: value[name], pointer: `${pointer}/${escapePointerToken(name)}` } : undefined;

/** The properties of a mapping as they are written; none where there is no mapping. */
export const getMembers = (place: ConfigNode | undefined): readonly (readonly [name: string, place: ConfigNode])[] =>
  place && isObject(place.value)
    ? Object.entries(place.value).map(
        ([name, value]) => [name, { value, pointer: `${place.pointer}/${escapePointerToken(name)}` }] as const,
      )
    : [];

/** The items of a list; none where there is no list. */
export const getItems = (place: ConfigNode | undefined): readonly ConfigNode[] =>
  place && Array.isArray(place.value) ? place.value.map((value: unknown, index) => ({ value, pointer: `${place.pointer}/${index}` })) : [];

/** One value or a list of them, as a list. */
export const getNodeList = (place: ConfigNode | undefined): readonly ConfigNode[] =>
  !place || place.value === null ? [] : Array.isArray(place.value) ? getItems(place) : [place];
