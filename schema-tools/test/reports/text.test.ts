import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { reports } from '../../src/lint/reports/index.ts';
import { sampleContext, sampleFinding } from './findings.ts';

const test = suite('lint reports: text');
const source = () => 'in:\n  city: Riga\n\nx: 1\n';

test('a finding: where, how bad, which rule, what, the line with the span, what to write, where else', () => {
  const text = reports.text(
    [sampleFinding({ replacement: 'place', related: [{ line: 9, column: 4, endLine: 9, endColumn: 6 }] })],
    sampleContext({ source }),
  );
  assert.is(
    text,
    `src/a.yaml:2:3: warning: deprecated: Write \`place\`.
   2 |   city: Riga
     |   ^^^^
     = write \`place\` instead
     = comes in again at src/a.yaml:9:4

Found 1 warning in 1 file.
`,
  );
});
test('without findings the report is empty', () => {
  assert.is(reports.text([], sampleContext({ files: ['a', 'b'] })), 'Found nothing in 2 files.\n');
});
test('several are apart, and each kind is counted', () => {
  const text = reports.text(
    [
      sampleFinding(),
      sampleFinding({ severity: 'error', rule: 'invalid', message: 'No.', line: 4, column: 1, endLine: 4, endColumn: 2 }),
      sampleFinding({ severity: 'info' }),
      sampleFinding({ severity: 'error' }),
    ],
    sampleContext(),
  );
  assert.is(
    text,
    `src/a.yaml:2:3: warning: deprecated: Write \`place\`.

src/a.yaml:4:1: error: invalid: No.

src/a.yaml:2:3: info: deprecated: Write \`place\`.

src/a.yaml:2:3: error: deprecated: Write \`place\`.

Found 2 errors, 1 warning, 1 info in 1 file.
`,
  );
});
test('what is known is reported as such and counted apart, and what is gone is reported', () => {
  const text = reports.text(
    [sampleFinding({ baseline: 'known' }), sampleFinding({ baseline: 'new', pointer: '/b' })],
    sampleContext({
      gone: [
        { file: 'a.yaml', rule: 'invalid', pointer: '/x', message: 'm', count: 2 },
        { file: 'b.yaml', rule: 'deprecated', pointer: '', message: 'm', count: 1 },
      ],
    }),
  );
  assert.is(
    text,
    `src/a.yaml:2:3: warning: deprecated: Write \`place\`. (known)

src/a.yaml:2:3: warning: deprecated: Write \`place\`.

Found 1 warning in 1 file (not counted: 1 known).
Gone: 3 of the baseline are not found any more; \`--write-baseline\` forgets them.
  a.yaml invalid /x (2 times)
  b.yaml deprecated
`,
  );
});
test('of many that are gone the first ten are named', () => {
  const gone = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.json`, rule: 'r', pointer: '', message: '', count: 1 }));
  const lines = reports.text([], sampleContext({ gone })).trimEnd().split('\n');
  assert.equal([lines.length, lines.at(-2), lines.at(-1)], [13, '  9.json r', '  and 2 more']);
});
test('fixed findings, and more warnings than allowed', () => {
  assert.is(
    reports
      .text([sampleFinding(), sampleFinding()], sampleContext({ fixed: 3, maxWarnings: 1 }))
      .split('\n')
      .slice(-4)
      .join('\n'),
    'Found 2 warnings in 1 file.\nFixed 3 findings.\nThat is more than the 1 warning allowed.\n',
  );
  assert.not.ok(reports.text([sampleFinding()], sampleContext({ maxWarnings: 1 })).includes('allowed'));
  assert.not.ok(reports.text([sampleFinding({ baseline: 'known' })], sampleContext({ maxWarnings: 0 })).includes('allowed'));
});
test('what is ignored is only counted', () => {
  assert.is(
    reports.text([sampleFinding({ suppressed: { by: 'comment' } })], sampleContext()),
    'Found nothing in 1 file (not counted: 1 ignored).\n',
  );
});
test('of a span of several lines the first is shown', () => {
  const text = reports.text([sampleFinding({ column: 3, line: 2, endLine: 4, endColumn: 2 })], sampleContext({ source }));
  assert.is(text.split('\n').slice(1, 3).join('\n'), '   2 |   city: Riga\n     |   ^^^^^^^^^^');
});
test('an empty line and a missing line show nothing', () => {
  assert.is(
    reports
      .text([sampleFinding({ line: 3 }), sampleFinding({ line: 99 })], sampleContext({ source }))
      .split('\n')
      .filter((line) => line.includes('|')).length,
    0,
  );
});
test('colours are codes around the words, only when asked for', () => {
  const red = reports.text([sampleFinding({ severity: 'error' })], sampleContext({ source, colors: true }));
  assert.is(
    red.split('\n').slice(0, 3).join('\n').replaceAll('\u001b', '␛'),
    [
      '␛[1msrc/a.yaml:2:3:␛[22m ␛[31merror:␛[39m deprecated: Write `place`.',
      '␛[2m   2 |␛[22m   city: Riga',
      '␛[2m     |␛[22m ␛[31m  ^^^^␛[39m',
    ].join('\n'),
  );
  assert.not.ok(reports.text([sampleFinding()], sampleContext({ source })).includes('\u001b'));
});
test('what a terminal would obey is shown as a sign, in names, messages and lines', () => {
  const text = reports.text(
    [sampleFinding({ file: 'a\u001b[2J\n.yaml', message: 'x\u001b[31m\u202ey\nsecond', replacement: 'p\u0007' })],
    sampleContext({ source: () => '\n  city: \u001b]0;title\u0007\u202e\n' }),
  );
  assert.is(
    text.split('\n').slice(0, 5).join('\n'),
    `a\ufffd[2J .yaml:2:3: warning: deprecated: x\ufffd[31m\ufffdy
  second
   2 |   city: \ufffd]0;title\ufffd\ufffd
     |   ^^^^
     = write \`p\ufffd\` instead`,
  );
});
test('a file is read once for all its findings', () => {
  const read: string[] = [];
  reports.text(
    [sampleFinding(), sampleFinding({ line: 4, column: 1 }), sampleFinding({ file: 'b' }), sampleFinding({ file: 'b' })],
    sampleContext({
      source: (file) => {
        read.push(file);
        return source();
      },
    }),
  );
  assert.equal(read, ['src/a.yaml', 'b']);
});
test.run();
