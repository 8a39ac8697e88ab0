import type { AttributeKind } from '../kind.ts';

/** A string that matches an anchored pattern; the second argument describes it: "letters, digits, - and _". */
export const stringMatching = (pattern: RegExp, words: string): AttributeKind<string> => ({
  type: 'string',
  json: { type: 'string', pattern: pattern.source },
  description: words,
  accepts: (value) => typeof value === 'string' && pattern.test(value),
});

/** A string of at least `least` and at most `most` characters. */
export const stringOfLength = (least: number, most: number): AttributeKind<string> => ({
  type: 'string',
  json: { type: 'string', minLength: least, maxLength: most },
  description: least > 0 ? `a string of ${least} to ${most} characters` : `a string of at most ${most} characters`,
  // A character has at most two UTF-16 units: a text of megabytes is not counted.
  accepts: (value) => typeof value === 'string' && value.length <= most * 2 && [...value].length >= least && [...value].length <= most,
});

/** An identifier with its service's prefix, such as `ws-…`. */
export const id = (prefix: string): AttributeKind<string> => ({
  ...stringMatching(new RegExp(`^${prefix}-[A-Za-z0-9]+$`), `an identifier that begins with ${prefix}-`),
});

/** Some identifier of the kinds given: `anyId('ws', 'prj')`. */
export const anyId = (...prefixes: readonly string[]): AttributeKind<string> => ({
  ...stringMatching(
    new RegExp(`^(${prefixes.join('|')})-[A-Za-z0-9]+$`),
    `an identifier that begins with ${prefixes.map((p) => `${p}-`).join(' or ')}`,
  ),
});

export const uuid: AttributeKind<string> = stringMatching(
  /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/,
  'a UUID such as 0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11',
);
