/** A text as a pattern that matches itself. */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `1 item`, `2 items`. */
export const pluralise = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** At most `most` code units of a text, the last an ellipsis where it is cut; no character is cut in half. */
export const truncate = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
