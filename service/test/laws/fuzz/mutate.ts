import { fc } from '@slipway/test-support/seed';

type Path = readonly (string | number)[];
const pathsOf = (value: unknown, path: Path = []): readonly Path[] => [
  path,
  ...(typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name])) : []),
];

const put = (value: unknown, [step, ...rest]: Path, change: (old: unknown) => unknown): unknown => {
  if (step === undefined) return change(value);
  const copy: any = Array.isArray(value) ? [...value] : { ...(value as object) };
  const inner = put(copy[step], rest, change);
  if (inner === undefined && !Array.isArray(copy)) delete copy[step];
  else copy[step] = inner;
  return copy;
};

export const oddText = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\ud800',
  '\u{1f511}',
  '‮',
  '../..',
  '%2e%2e',
  '__proto__',
  'constructor',
  "'; drop table records; --",
  '<script>',
  '${{ secrets.X }}',
  '<< pipeline.id >>',
  '-1',
  '0',
  '9'.repeat(30),
  '1e999',
  'null',
  'true',
  'main',
  '2026-13-45T99:99:99Z',
  '0000-00-00',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  'x'.repeat(300),
  'x'.repeat(40_000),
  '(a+)+$',
  '[',
  'a\r\nb: c',
  '\\',
  '"',
  '*',
);
const leaf = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER + 1, 2 ** 31, 5e-324),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const tree = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom('id', 'type', 'name', 'data', 'attributes', 'relationships', 'value', '__proto__', 'toString', ''),
        fc.string(),
      ),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
})).value;

/** A change at one place of a value: another value there, nothing there, a member more, the same twice. */
export type Change = (value: unknown) => unknown;
export const change: fc.Arbitrary<Change> = fc
  .record({
    place: fc.nat({ max: 200 }),
    how: fc.constantFrom('put', 'put', 'put', 'drop', 'add', 'wrap', 'double'),
    with: tree,
    name: fc.oneof(oddText, fc.constantFrom('id', 'type', 'name')),
  })
  .map(({ place, how, with: other, name }) => (value) => {
    const paths = pathsOf(value);
    const path = paths[place % paths.length]!;
    return put(value, path, (old) => {
      switch (how) {
        case 'put':
          return other;
        case 'drop':
          return undefined;
        case 'add':
          return Array.isArray(old) ? [...old, other] : typeof old === 'object' && old !== null ? { ...old, [name]: other } : other;
        case 'wrap':
          return [old];
        default:
          return Array.isArray(old) ? [...old, ...old] : typeof old === 'string' ? old + old : old;
      }
    });
  });
export const anything = tree;

/** Bytes that are no JSON, or hardly. */
export const raw: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom(
      '{',
      '[1,',
      '"\\ud800"',
      '{"a":1}{"b":2}',
      ' ',
      '﻿{}',
      '{"a":1e999}',
      '{"__proto__":{"a":1}}',
      `{"data":${'9'.repeat(5000)}}`,
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
      '{"data":null,"data":{}}',
      'null',
      '""',
      '0',
      '[]',
      '{}',
    )
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
  fc.constant(Buffer.alloc(0)),
  fc.constant(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0])),
  fc.constant(Buffer.alloc(300_000, 0x20)),
  fc.constant(Buffer.from(`"${'x'.repeat(2 * 1024 * 1024)}"`)),
);
