import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { functionServer } from '../../../src/provider/function-server.ts';
import { functions } from '../../../declarations/src/resources/index.ts';
import { withMessage } from '../../support/with-message.ts';

const test = suite('functions of the CI service');
const call = (name: string, ...args: unknown[]) => functionServer(functions[name]!).call(args);

test('slugs are taken apart and put together', () => {
  assert.equal(call('parse_project_slug', 'gh/acme/web'), { provider: 'gh', organization: 'acme', project: 'web' });
  assert.equal(call('parse_organization_slug', 'gh/acme'), { provider: 'gh', organization: 'acme' });
  assert.is(call('project_slug', 'gh', 'acme', 'web'), 'gh/acme/web');
  assert.is(call('organization_slug', 'gh', 'acme'), 'gh/acme');
});
test('what is no slug is refused with what was given', () => {
  assert.throws(
    () => call('parse_project_slug', 'gh/acme'),
    withMessage('expected the slug of a project: provider/organization/project; given "gh/acme"'),
  );
  assert.throws(
    () => call('parse_organization_slug', 'gh/acme/web'),
    withMessage('expected the slug of an organization: provider/organization; given "gh/acme/web"'),
  );
  assert.throws(
    () => call('project_slug', 'gh', 'ac/me', 'web'),
    withMessage('a part of a slug holds neither slashes nor spaces and is not empty; given "ac/me"'),
  );
  assert.throws(
    () => call('organization_slug', 'gh', ''),
    withMessage('a part of a slug holds neither slashes nor spaces and is not empty; given ""'),
  );
});
test('expressions that are well formed', () => {
  for (const text of [
    'pipeline.git.branch == "main"',
    'not job.ssh.enabled',
    'pipeline.git.branch == "main" and not job.ssh.enabled',
    '(a or b) and (c != "d" or not (e starts-with "f"))',
    'n >= 3',
    'true',
    'pipeline.git.branch matches /^release-.*$/',
    'a == "with \\"quotes\\" inside"',
    '  a  ',
  ])
    assert.is(call('restriction_expression_fault', text), '', text);
  assert.is(call('is_restriction_expression', 'a == "b"'), true);
});
test('expressions that are not, each with what is wrong and where', () => {
  for (const [text, fault] of [
    ['', 'expected a value at the end'],
    ['a ==', 'expected a value at the end'],
    ['a b', 'expected an operator or the end at character 3; given b'],
    ['and a', 'expected a value at character 1; given and'],
    ['(a', 'expected a closing parenthesis at the end'],
    ['((a', 'expected 2 closing parentheses at the end'],
    ['a)', 'a parenthesis is closed and was not opened at character 2; given )'],
    ['a = b', 'did not expect "=" at character 3'],
    ['a == "b', 'the text that begins at character 6 has no closing "'],
    ['a matches "b"', 'expected a /pattern/ at character 11; given "b"'],
    ['a == /b/', 'did not expect a pattern at character 6; given /b/'],
    ['a & b', 'did not expect "&" at character 3'],
    ['()', 'expected a value at character 2; given )'],
    ['a not b', 'expected an operator or the end at character 3; given not'],
  ] as const)
    assert.is(call('restriction_expression_fault', text), fault, text);
  assert.is(call('is_restriction_expression', 'a =='), false);
});
test('a fingerprint becomes a part of an address', () => {
  assert.is(
    call('encode_fingerprint', 'SHA256:NPj4IcXxqQEKGXOghi/QbG2sohoNfvZ30JwCcdSSNM0'),
    'SHA256%3ANPj4IcXxqQEKGXOghi%2FQbG2sohoNfvZ30JwCcdSSNM0',
  );
  assert.is(
    call('encode_fingerprint', 'c9:0b:1c:4f:d5:65:56:b9:ad:88:f9:81:2b:37:74:2f'),
    'c9%3A0b%3A1c%3A4f%3Ad5%3A65%3A56%3Ab9%3Aad%3A88%3Af9%3A81%3A2b%3A37%3A74%3A2f',
  );
  assert.throws(() => call('encode_fingerprint', 'c9:0b'), withMessage('expected an MD5 or a SHA-256 fingerprint; given "c9:0b"'));
});

const report = 'ORGANIZATION_ID,JOB_NAME,TOTAL_CREDITS\r\no-1,"build, ""fast""",10\r\no-1,"two\nlines",\r\n';
const rows = [
  { organization_id: 'o-1', job_name: 'build, "fast"', total_credits: '10' },
  { organization_id: 'o-1', job_name: 'two\nlines', total_credits: '' },
];

test('a usage report becomes rows by column, from the text and from the gzipped file', () => {
  assert.equal(call('usage_report_rows', report), rows);
  assert.equal(call('usage_report_rows', gzipSync(report).toString('base64')), rows);
  assert.equal(call('usage_report_rows', 'a,b\n1,2'), [{ a: '1', b: '2' }]);
  assert.equal(call('usage_report_rows', 'a,b\n'), []);
  assert.equal(call('usage_report_rows', ''), []);
});
test('an invalid report is refused', () => {
  assert.throws(() => call('usage_report_rows', 'a,b\n1'), withMessage('row 1 has 1 fields and the header 2'));
  assert.throws(() => call('usage_report_rows', 'a,b\n"1,2'), withMessage('record 2 holds a quote that is not closed, or text after one'));
  assert.throws(() => call('usage_report_rows', 'H4sIAAAA'), /this looks like a gzipped file in base64 and is none/);
});
test.run();
