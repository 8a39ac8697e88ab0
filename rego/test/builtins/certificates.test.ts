import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileModules, parseModules, query } from '../../src/index.ts';
import { formatJson, getField, isEqual, parseJson, type ObjectValue } from '../../src/values/index.ts';
import { evaluateExpression } from '../support.ts';

const test = suite('rego builtins: certificates');

/** Certificates and requests, each with the whole answer of Open Policy Agent. Numbers of keys have more digits than JavaScript's. */
const lines = readFileSync(join(import.meta.dirname, 'certificates.ndjson'), 'utf8')
  .trimEnd()
  .split('\n');
const plain = lines.map((line) => JSON.parse(line) as { name: string; builtin: string; text: string });
const textOf = (name: string): string => plain.find((each) => each.name === name)!.text;

for (const [index, { name, builtin, text }] of plain.entries())
  test(`${name}: each member`, () => {
    const { value } = query({ root: compileModules(parseModules({ 'a.rego': `package a\np := ${builtin}(input)` })) }, 'data.a.p', {
      input: text,
    });
    const expected = getField(parseJson(lines[index]!) as ObjectValue, 'answer');
    assert.ok(value !== undefined && expected !== undefined && isEqual(parseJson(formatJson(value)), expected), formatJson(value ?? null));
  });
test('certificates have the members that policies commonly read', () => {
  const input = textOf('alternative names and usages');
  assert.equal(
    evaluateExpression(
      '[[c.Subject.CommonName, c.DNSNames, c.URIStrings, c.ExtKeyUsage, c.IsCA] | some c in crypto.x509.parse_certificates(input)]',
      {
        input,
      },
    ),
    [['zwei', ['a.test', '*.b.test'], ['spiffe://a.b/ns/x/sa/y', 'https://u:p@a.test:8443/p/q?x=1&y=2'], [1, 2, 0, 10, 9], false]],
  );
});
test('several in one text, and base64 of either form', () => {
  const [first, second] = [textOf('a key of P-256'), textOf('version 1')];
  const der = Buffer.from(first.replace(/-----[^-]+-----|\n/g, ''), 'base64');
  const versions = (input: string) => evaluateExpression('[c.Version | some c in crypto.x509.parse_certificates(input)]', { input });
  assert.equal(versions(first + second), [3, 1]);
  assert.equal(versions(Buffer.from(first + second).toString('base64')), [3, 1]);
  assert.equal(versions(Buffer.concat([der, der]).toString('base64')), [3, 3]);
  assert.equal(versions(''), []);
});
test('what is no certificate has no value', () => {
  const certificate = textOf('a key of P-256');
  const der = Buffer.from(certificate.replace(/-----[^-]+-----|\n/g, ''), 'base64');
  const changed = (at: number, byte: number): string =>
    Buffer.concat([der.subarray(0, at), Buffer.from([byte]), der.subarray(at + 1)]).toString('base64');
  for (const input of [
    'x',
    'anVuaw==',
    certificate.replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST'),
    textOf('a request with extensions'),
    der.subarray(0, -1).toString('base64'),
    Buffer.concat([der, Buffer.from([0])]).toString('base64'),
    changed(1, 0x80),
    changed(1, 0x85),
    changed(0, 0x31),
    '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
  ])
    assert.is(evaluateExpression('crypto.x509.parse_certificates(input)', { input }), undefined, input);
  assert.is(evaluateExpression('crypto.x509.parse_certificate_request(input)', { input: certificate }), undefined);
  assert.is(evaluateExpression('crypto.x509.parse_certificate_request("")'), undefined);
});
test('a text in which many blocks begin and none ends is read once', () => {
  for (const [name, label, expected] of [
    ['crypto.x509.parse_certificates(input)', 'CERTIFICATE', []],
    ['crypto.x509.parse_rsa_private_key(input)', 'RSA PRIVATE KEY', null],
  ] as const) {
    const input = `-----BEGIN ${label}-----\n`.repeat(100_000);
    assert.equal(evaluateExpression(name, { input }), expected);
    assert.equal(evaluateExpression(name, { input: `${input}-----END OTHER-----\n` }), expected);
  }
});
test.run();
