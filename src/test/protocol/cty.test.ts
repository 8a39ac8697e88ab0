import { decode as oracleDecode, encode as oracleEncode } from '@msgpack/msgpack';
import { runs } from '@slipway/test-support/scale';
import { anyCharacter, fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeMsgpack } from '../../protocol/cty/decode.ts';
import { encodeMsgpack } from '../../protocol/cty/encode.ts';
import { isUnknownValue, unknownSymbol } from '../../protocol/cty/unknown.ts';
import type { CtyType } from '@slipway/declarations/block-schema';
import { withMessage } from '@slipway/test-support/with-message';

const test = suite('values of the engine');
const hex = (value: unknown, type: CtyType): string => encodeMsgpack(value, type).bytes.toString('hex');
const unhex = (text: string, type: CtyType): unknown => decodeMsgpack(Buffer.from(text, 'hex'), type);

test('is these bytes', () => {
  assert.is(hex(null, 'string'), 'c0');
  assert.is(hex('a', 'string'), 'a161');
  assert.is(hex(true, 'bool'), 'c3');
  assert.is(hex(7, 'number'), '07');
  assert.is(hex(-1, 'number'), 'ff');
  assert.is(hex(-33, 'number'), 'd3ffffffffffffffdf');
  assert.is(hex(300, 'number'), 'cd012c');
  assert.is(hex(0.1, 'number'), 'a3302e31');
  assert.is(hex(['a'], ['set', 'string']), '91a161');
  assert.is(hex({ k: 1 }, ['map', 'number']), '81a16b01');
  assert.is(hex({ b: 'x' }, ['object', { a: 'string', b: 'string' }]), '82a161c0a162a178');
  assert.is(hex({ [unknownSymbol]: true }, 'string'), 'd40000');
  assert.is(hex({ [unknownSymbol]: true, refined: Buffer.from('8101c2', 'hex') }, 'string'), 'c7030c8101c2');
  assert.is(hex('a', 'dynamic'), '92c40822737472696e6722a161');
});

test('every extension is an unknown value, and only the refined one is given back as it came', () => {
  for (const code of ['d40000', 'd40500', 'd5070102', 'c70100ff']) {
    assert.ok(isUnknownValue(unhex(code, 'string')), code);
    assert.is(hex(unhex(code, 'number'), 'string'), 'd40000');
  }
  assert.is(hex(unhex('c7030c8101c2', 'string'), 'string'), 'c7030c8101c2');
  assert.is(hex(unhex('91c7030c8101c2', ['list', 'string']), ['list', 'string']), '91c7030c8101c2');
});

test('a number means its shortest decimal, and what no number can hold stays a decimal string', () => {
  assert.is(unhex('a3302e31', 'number'), 0.1);
  assert.is(unhex('cb3fe0000000000000', 'number'), 0.5);
  assert.is(unhex('cb3e10000000000000', 'number'), '0.000000000931322574615478515625');
  assert.is(unhex('cb3fb999999999999a', 'number'), '0.1000000000000000055511151231257827021181583404541015625');
  assert.is(unhex('cf001fffffffffffff', 'number'), 9007199254740991);
  assert.is(unhex('cfffffffffffffffff', 'number'), '18446744073709551615');
  assert.is(unhex('d38000000000000000', 'number'), '-9223372036854775808');
  assert.is(unhex('b73132333435363738393031323334353637383930313233', 'number'), '12345678901234567890123');
});

/** Whether the text is exactly the float: text = digits / 10^places, float = mantissa * 2^exponent, compared by cross-multiplication. */
const sameRational = (text: string, float: number): boolean => {
  const [mantissaText = '', power = '0'] = text.split('e');
  const [complete = '', part = ''] = mantissaText.split('.');
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, float);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn);
  const mantissa = (raw & 0xfffffffffffffn) | (exponent === 0 ? 0n : 1n << 52n);
  const two = Math.max(exponent, 1) - 1075;
  const ten = Number(power) - part.length;
  const up = (base: bigint, by: number): bigint => (by > 0 ? base ** BigInt(by) : 1n);
  const left = BigInt(complete + part) * up(10n, ten) * up(2n, -two);
  const right = (float < 0 ? -mantissa : mantissa) * up(2n, two) * up(10n, -ten);
  return left === right;
};

test('what arrived as a number leaves as the same number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (value) => {
      const there = Buffer.from(oracleEncode(value));
      const back = oracleDecode(encodeMsgpack(decodeMsgpack(there, 'number'), 'number').bytes, { useBigInt64: true });
      assert.is(Number(back), value === 0 ? 0 : value);
      if (typeof back === 'string') assert.is(sameRational(back, value), true, back);
    }),
    { numRuns: runs(500) },
  );
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      const back = oracleDecode(encodeMsgpack(decodeMsgpack(oracleEncode(value, { useBigInt64: true }), 'number'), 'number').bytes, {
        useBigInt64: true,
      });
      assert.is(BigInt(back as string), value);
    }),
  );
  fc.assert(
    fc.property(fc.tuple(fc.maxSafeNat(), fc.nat(30)), ([complete, places]) => {
      const text = `${complete}.${'0'.repeat(places)}7`;
      const back = decodeMsgpack(encodeMsgpack(decodeMsgpack(oracleEncode(text), 'number'), 'number').bytes, 'number');
      assert.is(String(back) === text || Number(text) === back, true);
    }),
  );
});

/**
 * A type, and a value of it as it stands in a configuration. The oracle refuses the key `__proto__`, which ours takes: another test says
 * so.
 */
const typed: fc.Arbitrary<{ type: CtyType; value: unknown }> = fc.letrec<{ any: { type: CtyType; value: unknown } }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: anyCharacter, maxLength: 300 }).map((value) => ({ type: 'string' as CtyType, value })),
    fc.boolean().map((value) => ({ type: 'bool' as CtyType, value })),
    fc.maxSafeInteger().map((value) => ({ type: 'number' as CtyType, value })),
    fc.constant({ type: 'string' as CtyType, value: null }),
    fc
      .array(tie('any'), { maxLength: 20 })
      .map((all) => ({ type: ['tuple', all.map(({ type }) => type)] as CtyType, value: all.map(({ value }) => value) })),
    fc
      .dictionary(
        fc.string({ unit: anyCharacter, maxLength: 40 }).filter((key) => key !== '__proto__'),
        tie('any'),
        { maxKeys: 20 },
      )
      .map((all) => ({
        type: ['object', plain(Object.entries(all).map(([key, { type }]) => [key, type]))] as CtyType,
        value: plain(Object.entries(all).map(([key, { value }]) => [key, value])),
      })),
    fc
      .tuple(tie('any'), fc.nat(40))
      .map(([{ type, value }, count]) => ({ type: ['list', type] as CtyType, value: Array(count).fill(value) })),
    fc
      .tuple(
        tie('any'),
        fc.uniqueArray(
          fc.string({ unit: anyCharacter, maxLength: 300 }).filter((key) => key !== '__proto__'),
          { maxLength: 20 },
        ),
      )
      .map(([{ type, value }, keys]) => ({ type: ['map', type] as CtyType, value: plain(keys.map((key) => [key, value])) })),
  ),
})).any;
/** Object.fromEntries, which makes own keys of everything, `__proto__` included. */
const plain = (entries: [string, unknown][]): Record<string, unknown> => Object.fromEntries(entries);

test('is written so that @msgpack/msgpack reads it', () => {
  fc.assert(
    fc.property(typed, ({ type, value }) => {
      const { bytes, misfits } = encodeMsgpack(value, type);
      assert.equal(misfits, []);
      assert.is(JSON.stringify(oracleDecode(bytes, { mapKeyConverter: (key) => key as string })), JSON.stringify(value));
    }),
    { numRuns: runs(300), examples: [] },
  );
});

test('is read as @msgpack/msgpack wrote it', () => {
  fc.assert(
    fc.property(typed, ({ type, value }) => {
      assert.is(JSON.stringify(decodeMsgpack(oracleEncode(value), type)), JSON.stringify(value));
    }),
    { numRuns: runs(300) },
  );
});

test('of dynamic type keeps the type it came with: a list does not become a tuple', () => {
  for (const type of [
    ['list', 'string'],
    ['set', 'string'],
    ['tuple', ['string', 'string']],
  ] as CtyType[]) {
    const there = Buffer.from(oracleEncode([Buffer.from(JSON.stringify(type)), ['a', 'b']]));
    const value = decodeMsgpack(there, 'dynamic');
    assert.equal(value, ['a', 'b']);
    const [spelled, inner] = oracleDecode(encodeMsgpack(value, 'dynamic').bytes) as [Uint8Array, unknown];
    assert.equal(JSON.parse(Buffer.from(spelled).toString()), type);
    assert.equal(inner, ['a', 'b']);
  }
});

test('of dynamic type made here is a tuple or an object', () => {
  const [spelled, inner] = oracleDecode(encodeMsgpack({ a: [1, 'x', null] }, 'dynamic').bytes) as [Uint8Array, unknown];
  assert.is(Buffer.from(spelled).toString(), '["object",{"a":["tuple",["number","string","dynamic"]]}]');
  assert.equal(inner, { a: [1, 'x', null] });
});

test('cut or foreign bytes are refused', () => {
  fc.assert(
    fc.property(typed, fc.nat(), ({ type, value }, at) => {
      const bytes = oracleEncode(value);
      if (bytes.length < 2) return;
      assert.throws(() => decodeMsgpack(bytes.subarray(0, at % bytes.length), type));
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        decodeMsgpack(bytes, ['map', 'dynamic']);
      } catch (error) {
        assert.ok(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError);
      }
    }),
    { numRuns: runs(500) },
  );
  assert.throws(() => unhex('ddffffffff', ['list', 'string']), withMessage('the value ends in the middle'));
  assert.throws(() => unhex('c1', 'string'), withMessage('0xc1 is not MessagePack'));
  assert.throws(() => unhex('c0c0', 'string'), withMessage('bytes are left over behind the value'));
  assert.throws(() => unhex('a161', 'bool'), withMessage('expected "bool", found string'));
  assert.throws(() => unhex('81a178a161', ['object', { a: 'string' }]), withMessage('there is no attribute "x"'));
  assert.throws(
    () => unhex('81ab636f6e7374727563746f72a161', ['object', { a: 'string' }]),
    withMessage('there is no attribute "constructor"'),
  );
});

test('a value that is not of its type leaves as null, with its path', () => {
  const type: CtyType = [
    'object',
    { name: 'string', tags: ['map', 'string'], sizes: ['list', 'number'], pair: ['tuple', ['bool']], flag: 'bool' },
  ];
  const { bytes, misfits } = encodeMsgpack(
    { name: 7, tags: { a: 1 }, sizes: ['1e3', 'x', Number.NaN], pair: [], flag: 'yes', more: 1 },
    type,
  );
  assert.equal(oracleDecode(bytes), { name: null, tags: { a: null }, sizes: ['1e3', null, null], pair: null, flag: null });
  assert.equal(misfits, [
    { path: ['more'], expected: 'no such attribute' },
    { path: ['name'], expected: 'a string' },
    { path: ['tags', { key: 'a' }], expected: 'a string' },
    { path: ['sizes', 1], expected: 'a number' },
    { path: ['sizes', 2], expected: 'a number' },
    { path: ['pair'], expected: '1 values' },
    { path: ['flag'], expected: 'true or false' },
  ]);
});

test.run();
