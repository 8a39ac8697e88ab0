import { anyCharacter, fc } from '@slipway/test-support/seed';

/** A whole number below `below`, another at each call. */
export type RandomPick = (below: number) => number;

/** Choices that a seed decides: how a value is written. */
export function createPick(seed: number): RandomPick {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
export const pickOne = <T>(pick: RandomPick, of: readonly T[]): T => of[pick(of.length)]!;
export const styleSeed = fc.noShrink(fc.integer({ min: 0, max: 2 ** 31 }));

/** Names that mislead, and names of few letters, so that they repeat. */
export const keyNames = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'c',
    'old',
    '__proto__',
    'constructor',
    '',
    'a/b',
    '~',
    '~1',
    '0',
    '12',
    'null',
    'yes',
    'a b',
    'a: b',
    'a#b',
    ' #',
    '<<',
    '"',
    "it's",
    '\\',
    '😀',
    'x.y',
    '- a',
    'ä',
    '\u0085',
    '\u007f',
    '\ufeff',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const text = fc.oneof(
  keyNames,
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.constantFrom('{', ']', '//', '/* */', '# c', 'line\nend', 'line\r\nend', '\t', '\u2028'),
);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.constantFrom(0, 1e21, 5e-324, 2 ** 53),
);

const tree = (leaf: fc.Arbitrary<unknown>) =>
  fc.letrec((tie) => ({
    any: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, fc.array(tie('any'), { maxLength: 4 }), tie('object')),
    object: fc.array(fc.tuple(keyNames, tie('any')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries) as object),
  }));
export const jsonValues = tree(fc.oneof(text, number, fc.boolean(), fc.constant(null)));
/** What TOML can hold: no null, and a table at the top. */
export const tomlTables = tree(fc.oneof(text, number, fc.boolean())).object as fc.Arbitrary<object>;

export interface ValueLocation {
  readonly pointer: string;
  readonly steps: readonly string[];
  readonly value: unknown;
  readonly named: boolean;
}

/** Every place of a value, the whole first. */
export function allLocations(value: unknown, steps: readonly string[] = [], named = false): ValueLocation[] {
  const pointer = steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [
    { pointer, steps, value, named },
    ...inside.flatMap(([step, item]) => allLocations(item, [...steps, step], !Array.isArray(value))),
  ];
}

/** The value with one member under another name. */
export function renameMember(value: unknown, [step, ...rest]: readonly string[], name: string): unknown {
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === step ? renameMember(item, rest, name) : item));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, item]) =>
      key !== step ? [key, item] : rest.length === 0 ? [name, item] : [key, renameMember(item, rest, name)],
    ),
  );
}

/** A name that no sibling has. */
export function freeName(value: unknown, steps: readonly string[], wish: string): string {
  const parent = steps.slice(0, -1).reduce((at, step) => (at as Record<string, unknown>)[step], value);
  let free = wish;
  while (Object.hasOwn(parent as object, free)) free += 'x';
  return free;
}
