import { generateKeyPairSync } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateExpression } from '../support.ts';

const test = suite('rego builtins: patches, tokens, networks, times, identifiers');

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.We9hHXV46-YV5FZ6bhFTVkzeBdsjBFneOUK48Ok8ZdI';
const secret = 'a-secret-of-thirty-two-bytes-ok!';
const key = `{"kty": "oct", "k": "${Buffer.from(secret).toString('base64url')}"}`;

const verified = (header: string, claims: string): string =>
  `io.jwt.decode_verify(io.jwt.encode_sign(${header}, ${claims}, ${key}), {"secret": "${secret}"})`;
/** A token that another one contains. */
const nested = (outer: string, inner: string): string => {
  const wrapped = `io.jwt.encode_sign({"alg": "HS256"}, {"a": 1}, ${inner})`;
  return `io.jwt.encode_sign_raw(\`{"alg":"HS256","cty":"JWT","typ":"text"}\`, ${wrapped}, json.marshal(${outer}))`;
};

for (const [expression, expected] of [
  ['json.patch({"a": [1, 3]}, [{"op": "add", "path": "/a/1", "value": 2}])', { a: [1, 2, 3] }],
  ['json.patch({"a": [1]}, [{"op": "add", "path": "a/-", "value": null}])', { a: [1, null] }],
  ['json.patch({"a": 1}, [{"op": "move", "from": "/a", "path": "/b~1c"}])', { 'b/c': 1 }],
  ['json.patch({"a": {"b": 1}}, [{"op": "move", "from": "/a", "path": "/a/c"}])', undefined],
  ['json.patch({"a": {1, 2}}, [{"op": "remove", "path": ["a", 1]}])', { a: [2] }],
  ['json.patch({"a": null}, [{"op": "test", "path": "/a", "value": null}])', { a: null }],
  ['json.patch({"a": 1}, [{"op": "replace", "path": "/z", "value": 2}])', undefined],
  ['json.patch({"a": 1}, [{"op": "copy", "from": "/a", "path": "/b"}, {"op": "remove", "path": "/a"}])', { b: 1 }],
  ['json.marshal_with_options({"a": [1]}, {"indent": "  ", "prefix": "> "})', '> {\n>   "a": [\n>     1\n>   ]\n> }'],
  ['json.marshal_with_options({"a": 1}, {"pretty": false, "indent": " "})', '{"a":1}'],
  ['json.marshal(json.unmarshal("[1.0, 1e2, 0.1, -0]"))', '[1.0,1e2,0.1,-0]'],
  [`io.jwt.decode("${token}")`, [{ alg: 'HS256' }, { a: 1 }, '59ef611d7578ebe615e4567a6e1153564cde05db230459de3942b8f0e93c65d2']],
  [`io.jwt.verify_hs256("${token}", "${secret}")`, true],
  [`io.jwt.verify_hs256("${token}", "another")`, false],
  [`io.jwt.verify_hs384("${token}", "${secret}")`, false],
  [`io.jwt.verify_hs512("${token}", "${secret}")`, false],
  [`io.jwt.decode_verify("${token}", {"secret": "${secret}"})`, [true, { alg: 'HS256' }, { a: 1 }]],
  [`io.jwt.decode_verify("${token}", {"secret": "${secret}", "aud": "x"})`, [false, {}, {}]],
  [`io.jwt.decode_verify("${token}", {})`, undefined],
  [`io.jwt.encode_sign({"alg": "HS256"}, {"a": 1}, ${key})`, token],
  [`io.jwt.encode_sign_raw(\`{"alg":"HS256"}\`, \`{"a":1}\`, \`${key}\`)`, token],
  ['io.jwt.decode("a.b")', undefined],
  [`io.jwt.decode_verify("${token}", {"secret": "${secret}", "time": null})`, undefined],
  // A header that must be understood.
  [verified('{"alg": "HS256", "crit": ["exp"], "exp": 1}', '{}'), [false, {}, {}]],
  [verified('{"alg": "HS256", "crit": ["exp"]}', '{}'), [true, { alg: 'HS256', crit: ['exp'] }, {}]],
  [verified('{"alg": "HS256", "crit": []}', '{}'), undefined],
  [verified('{"alg": "HS256"}', '{"aud": "x"}'), [false, {}, {}]],
  // A token within a token: both signatures are verified.
  [`io.jwt.decode_verify(${nested(key, key)}, {"secret": "${secret}"})`, [true, { alg: 'HS256' }, { a: 1 }]],
  [`io.jwt.decode_verify(${nested('{"kty": "oct", "k": "YW5vdGhlcg"}', key)}, {"secret": "${secret}"})`, [false, {}, {}]],
  [`io.jwt.decode_verify(${nested(key, '{"kty": "oct", "k": "YW5vdGhlcg"}')}, {"secret": "${secret}"})`, [false, {}, {}]],
  ['net.cidr_merge(["10.0.0.0/25", "10.0.0.128/25", "2001:db8::/33", "2001:db8:8000::/33"])', ['10.0.0.0/24', '2001:db8::/32']],
  ['net.cidr_expand("192.0.2.5/30")', ['192.0.2.4', '192.0.2.5', '192.0.2.6', '192.0.2.7']],
  ['net.cidr_expand("2001:db8::/127")', ['2001:db8::', '2001:db8::1']],
  ['net.cidr_contains_matches({"a": "10.0.0.0/8"}, ["10.1.2.3", "8.8.8.8"])', [['a', 0]]],
  ['time.format([1577836800000000000, "America/New_York"])', '2019-12-31T19:00:00-05:00'],
  ['time.format([1577836800123000000, "UTC", "Mon Jan _2 15:04:05.000 2006"])', 'Wed Jan  1 00:00:00.123 2020'],
  ['time.parse_ns("02 Jan 2006 15:04:05 -0700", "31 Dec 2019 19:00:00 -0500")', 1577836800000000000],
  ['time.parse_ns("2006-01-02", "2020-02-30")', undefined],
  ['time.diff(1585699200000000000, 1580428800000000000)', [0, 2, 1, 0, 0, 0]],
  [
    'graph.reachable_paths({"a": ["b", "c"], "b": [], "c": ["a"]}, ["a"])',
    [
      ['a', 'b'],
      ['a', 'c'],
    ],
  ],
  ['graph.reachable_paths({"a": ["a"]}, ["a"])', [['a', 'a']]],
  ['graph.reachable_paths(json.unmarshal(`{"a": null, "b": ["gone"]}`), {"a", "b"})', [['a'], ['b']]],
  [
    'graph.reachable_paths({"a": ["b", "c"], "b": ["d"], "c": ["b", "d"], "d": []}, ["a"])',
    [
      ['a', 'b', 'd'],
      ['a', 'c', 'b', 'd'],
      ['a', 'c', 'd'],
    ],
  ],
  ['regex.template_match("urn:{[a-z]+}:{.*}", "urn:abc:12", "{", "}")', true],
  ['regex.template_match("a{b", "ab", "{", "}")', undefined],
  ['uuid.parse("f47ac10b-58cc-4372-a567-0e02b2c3d479")', { variant: 'RFC4122', version: 4 }],
  ['[uuid.rfc4122("a") == uuid.rfc4122("a"), uuid.rfc4122("a") == uuid.rfc4122("b")]', [true, false]],
  ['[rand.intn("a", 10) == rand.intn("a", 10), rand.intn("a", 10) < 10, rand.intn("a", 0)]', [true, true, 0]],
  ['[0.1 + 0.2, 1 / 3, 4.35 * 100, 1.1 - 1]', [0.3, 1 / 3, 435, 0.1]],
  [
    'json.marshal([1 / 3, 2 / 3, 1e20 + 1, 1234567.5 * 1])',
    '[0.33333333333333333334,0.6666666666666666667,100000000000000000000,1.2345675e+06]',
  ],
  ['[units.parse("100m"), units.parse("1.5Ki"), units.parse_bytes("-5MB")]', [0.1, 1536, -5_000_000]],
  ['[trace("note"), upper("ß"), lower("ΑΣ")]', [true, 'ß', 'ασ']],
] as const)
  test(expression, () => {
    assert.equal(evaluateExpression(expression), expected);
  });
for (const [family, pair] of [
  ['RS', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ['PS', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ['ES', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
] as const)
  test(`io.jwt.verify_${family.toLowerCase()}… verifies what a private key signed`, () => {
    const [publicKey, privateKey] = [pair.publicKey.export({ format: 'jwk' }), pair.privateKey.export({ format: 'jwk' })];
    const pem = pair.publicKey.export({ format: 'pem', type: 'spki' });
    for (const size of family === 'ES' ? ['256'] : ['256', '384', '512']) {
      const input = { header: { alg: `${family}${size}` }, claims: { a: 1 }, privateKey, publicKey: JSON.stringify(publicKey), pem };
      const signed = evaluateExpression('io.jwt.encode_sign(input.header, input.claims, input.privateKey)', { input });
      const verified = (given: string, by: string) =>
        evaluateExpression(`io.jwt.verify_${family.toLowerCase()}${size}(input.token, input.${by})`, { input: { ...input, token: given } });
      assert.is(verified(signed as string, 'publicKey'), true);
      assert.is(verified(signed as string, 'pem'), true);
      const [header, , signature] = (signed as string).split('.');
      assert.is(verified(`${header}.eyJhIjoyfQ.${signature}`, 'publicKey'), false);
      assert.equal(evaluateExpression('io.jwt.decode_verify(input.token, {"cert": input.pem})', { input: { ...input, token: signed } }), [
        true,
        input.header,
        input.claims,
      ]);
    }
  });
test.run();
