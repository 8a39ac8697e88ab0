import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateExpression } from '../support.ts';

const test = suite('rego: networks and signatures');

for (const [expression, expected] of [
  ['net.cidr_contains("10.0.0.0/8", "10.1.2.3")', true],
  ['net.cidr_contains("10.0.0.0/8", "11.1.2.3")', false],
  ['net.cidr_contains("10.1.2.3/8", "10.9.0.0/16")', true],
  ['net.cidr_contains("10.1.0.0/16", "10.0.0.0/8")', false],
  ['net.cidr_contains("0.0.0.0/0", "255.255.255.255")', true],
  ['net.cidr_contains("fd00::/8", "fd12:3::1")', true],
  ['net.cidr_contains("fd00::/8", "10.0.0.1")', false],
  ['net.cidr_contains("::ffff:10.0.0.0/104", "10.0.0.1")', true],
  ['net.cidr_contains("10.0.0.0", "10.0.0.1")', undefined],
  ['net.cidr_contains("10.0.0.0/33", "10.0.0.1")', undefined],
  ['net.cidr_contains("010.0.0.0/8", "10.0.0.1")', undefined],
  ['net.cidr_intersects("10.1.0.0/16", "10.0.0.0/8")', true],
  ['net.cidr_intersects("10.0.0.0/8", "11.0.0.0/8")', false],
  ['net.cidr_intersects("10.0.0.1", "10.0.0.0/8")', undefined],
  ['net.cidr_is_valid("fd00::/129")', false],
  ['net.cidr_is_valid("fd00::/128")', true],
  ['net.cidr_is_valid("10.0.0.0")', false],
  ['crypto.hmac.equal("ab", "ab")', true],
  ['crypto.hmac.equal("ab", "abc")', false],
] as const)
  test(expression, () => {
    assert.is(evaluateExpression(expression), expected);
  });
test('the signatures of RFC 2202 and RFC 4231', () => {
  const message = '"what do ya want for nothing?", "Jefe"';
  for (const [algorithm, expected] of [
    ['md5', '750c783e6ab0b503eaa86e310a5db738'],
    ['sha1', 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'],
    ['sha256', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
  ] as const)
    assert.is(evaluateExpression(`crypto.hmac.${algorithm}(${message})`), expected);
});
test.run();
