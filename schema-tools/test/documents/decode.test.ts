import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decode, encode } from '../../src/documents/index.ts';

const test = suite('documents: decode');
const bytes = (...values: number[]) => Uint8Array.from(values);

test('UTF-8', () => {
  assert.equal(decode(bytes(0x7b, 0xc3, 0xa4, 0xf0, 0x9f, 0x98, 0x80, 0x7d)), { text: '{ä😀}', encoding: 'utf-8' });
});
test('no bytes are an empty text', () => {
  assert.equal(decode(bytes()), { text: '', encoding: 'utf-8' });
});
test('a byte order mark stays in the text, to be written back', () => {
  assert.equal(decode(bytes(0xef, 0xbb, 0xbf, 0x31)), { text: '\ufeff1', encoding: 'utf-8' });
});
test('UTF-16 in both orders, by the byte order mark', () => {
  assert.equal(decode(bytes(0xff, 0xfe, 0x31, 0x00, 0xe4, 0x00)), { text: '\ufeff1ä', encoding: 'utf-16le' });
  assert.equal(decode(bytes(0xfe, 0xff, 0x00, 0x31, 0x00, 0xe4)), { text: '\ufeff1ä', encoding: 'utf-16be' });
});
test('a text goes back to the bytes it came from', () => {
  for (const original of [
    bytes(0xff, 0xfe, 0x31, 0x00, 0x3d, 0xd8, 0x00, 0xde),
    bytes(0xfe, 0xff, 0x00, 0x31),
    bytes(0xef, 0xbb, 0xbf, 0x31, 0xc3, 0xa4),
  ]) {
    const { text, encoding } = decode(original);
    assert.equal([...encode(text, encoding)], [...original]);
  }
});
test('the bytes handed in are not changed', () => {
  const original = bytes(0xfe, 0xff, 0x00, 0x31);
  decode(original);
  assert.equal([...original], [0xfe, 0xff, 0x00, 0x31]);
});
test('a part of a larger buffer is read alone', () => {
  assert.is(decode(bytes(0x61, 0x62, 0x63).subarray(1, 2)).text, 'b');
});
test('bytes that are not UTF-8 are a fault at the first of them, with the offset in bytes', () => {
  // `ä` in Latin-1, after an `é` in UTF-8.
  assert.equal(decode(bytes(0x22, 0xc3, 0xa9, 0xe4, 0x22)).fault, {
    start: 2,
    end: 3,
    severity: 'error',
    message: 'the file is not UTF-8: byte 0xE4 at offset 3 begins no character; save the file as UTF-8',
  });
});
test('a character that the file itself writes as U+FFFD is none', () => {
  assert.is(decode(bytes(0xef, 0xbf, 0xbd)).fault, undefined);
  assert.is(decode(bytes(0xef, 0xbf, 0xbd, 0x41, 0xff)).fault?.start, 2);
});
test('a character that the end of the file cuts in two is a fault', () => {
  assert.is(
    decode(bytes(0x41, 0xe2, 0x82)).fault?.message,
    'the file is not UTF-8: byte 0xE2 at offset 1 begins no character; save the file as UTF-8',
  );
});
test('UTF-16 with an odd byte or half a character is a fault', () => {
  assert.is(
    decode(bytes(0xff, 0xfe, 0x31, 0x00, 0x31)).fault?.message,
    'the file is not UTF-16: it has an odd number of bytes, 5; save the file as UTF-8',
  );
  assert.equal(decode(bytes(0xff, 0xfe, 0x31, 0x00, 0x3d, 0xd8)).fault, {
    start: 2,
    end: 3,
    severity: 'error',
    message: 'the file is not UTF-16: the unit at byte offset 4 is half of a character; save the file as UTF-8',
  });
});
test('UTF-16 without a byte order mark is refused by its name', () => {
  for (const [given, encoding] of [
    [bytes(0x63, 0, 0x69, 0, 0x3a, 0), 'utf-16le'],
    [bytes(0, 0x63, 0, 0x69), 'utf-16be'],
  ] as const) {
    const { fault, encoding: found } = decode(given);
    assert.equal(
      [found, fault?.message],
      [encoding, 'the file is UTF-16 without a byte order mark, which programs read as UTF-8; save it as UTF-8'],
    );
  }
  assert.is(decode(bytes(0x31, 0x32)).fault, undefined);
});
test('UTF-32 is refused by its name', () => {
  assert.is(decode(bytes(0xff, 0xfe, 0, 0, 0x31, 0, 0, 0)).fault?.message, 'the file is UTF-32, which is not read; save it as UTF-8');
});
test.run();
