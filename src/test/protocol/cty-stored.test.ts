import { decode as oracleDecode, encode as oracleEncode, ExtData } from '@msgpack/msgpack';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeMsgpack } from '../../protocol/cty/decode.ts';
import { encodeMsgpack } from '../../protocol/cty/encode.ts';
import { decodeJson, parseJson } from '../../protocol/cty/json.ts';
import { configType, storedType } from '../../protocol/cty/type.ts';
import type { BlockSchema, CtyType } from '@slipway/declarations/block-schema';
import { withMessage } from '@slipway/test-support/with-message';

const test = suite('stored values of the engine');

const schema: BlockSchema = {
  version: 0,
  description: '',
  attributes: {
    name: { type: 'string', description: '' },
    secret: { type: 'string', description: '', writeOnly: true },
    parts: {
      nested: {
        nesting: 'map',
        attributes: { key: { type: 'string', description: '', writeOnly: true }, size: { type: 'number', description: '' } },
      },
      description: '',
    },
  },
};

test('a write-only attribute is read from a configuration and never written', () => {
  const there = oracleEncode({ name: 'n', secret: 's', parts: { a: { key: 'k', size: 1 } } });
  const value = decodeMsgpack(there, configType(schema));
  assert.equal(value, { name: 'n', secret: 's', parts: { a: { key: 'k', size: 1 } } });
  assert.equal(oracleDecode(encodeMsgpack(value, storedType(schema)).bytes), {
    name: 'n',
    secret: null,
    parts: { a: { key: null, size: 1 } },
  });
});

test('the keys of a map may be called anything', () => {
  assert.is(JSON.stringify(decodeMsgpack(oracleEncode({ constructor: 'b' }), ['map', 'string'])), '{"constructor":"b"}');
  const bytes = Buffer.from('81a95f5f70726f746f5f5fa161', 'hex');
  const proto = decodeMsgpack(bytes, ['map', 'string']) as object;
  assert.equal(Object.getOwnPropertyNames(proto), ['__proto__']);
  assert.is(Object.getPrototypeOf(proto), Object.prototype);
  assert.is(encodeMsgpack(proto, ['map', 'string']).bytes.toString('hex'), bytes.toString('hex'));
});

test('stored JSON keeps the digits of a number that float64 would bend', () => {
  assert.equal(
    parseJson('{"a":12345678901234567890,"b":"12345678901234567890","c":0.1,"d":1e3,"e":"\\"1234567890123456789","f":-123456789012345678}'),
    { a: '12345678901234567890', b: '12345678901234567890', c: 0.1, d: 1000, e: '"1234567890123456789', f: '-123456789012345678' },
  );
});

test('in JSON, the other encoding, a dynamic value names its type beside it', () => {
  const type: CtyType = ['object', { a: 'dynamic', b: ['list', 'number'], c: ['map', 'bool'], d: 'string' }];
  assert.equal(decodeJson(Buffer.from('{"a":{"type":["list","string"],"value":["x"]},"b":[1,2],"c":{"k":true},"d":null}'), type), {
    a: ['x'],
    b: [1, 2],
    c: { k: true },
    d: null,
  });
  assert.throws(() => decodeJson(Buffer.from('{"d":1}'), type), withMessage('expected string, found number'));
});

test('a refined unknown of @msgpack/msgpack comes through', () => {
  const there = oracleEncode(new ExtData(12, oracleEncode({ 1: false })));
  const back = oracleDecode(encodeMsgpack(decodeMsgpack(there, 'string'), 'string').bytes) as ExtData;
  assert.is(back.type, 12);
  assert.equal(Buffer.from(back.data as Uint8Array).toString('hex'), Buffer.from(oracleEncode({ 1: false })).toString('hex'));
});

test.run();
