/** A text as a pattern that matches itself. */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `1 item`, `2 items`. */
export const pluralise = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Truncates a text to at most `most` code units, including an ellipsis; never splits a character. */
export const truncate = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
