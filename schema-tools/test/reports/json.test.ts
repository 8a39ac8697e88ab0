import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { reports } from '../../src/lint/reports/index.ts';
import { sampleContext, sampleFinding } from './findings.ts';

const test = suite('lint reports: json');

test('one finding in a line, its members in their order', () => {
  assert.is(
    reports.json([sampleFinding(), sampleFinding({ replacement: 'place' })], sampleContext()),
    `[
  {"file":"src/a.yaml","line":2,"column":3,"endLine":2,"endColumn":7,"pointer":"/in/city","rule":"deprecated","severity":\
"warning","message":"Write \`place\`."},
  {"file":"src/a.yaml","line":2,"column":3,"endLine":2,"endColumn":7,"pointer":"/in/city","rule":"deprecated","severity":\
"warning","message":"Write \`place\`.","replacement":"place"}
]
`,
  );
});
test('nothing found is an empty array', () => {
  assert.is(reports.json([], sampleContext()), '[]\n');
});
test('related places and the baseline where there are some; an edit and what is ignored never', () => {
  const place = { line: 1, column: 1, endLine: 1, endColumn: 2 };
  const found = [
    sampleFinding({ related: [place], baseline: 'known', edit: { ...place, text: 'place' } }),
    sampleFinding({ suppressed: { by: 'config' } }),
  ];
  assert.equal(
    (JSON.parse(reports.json(found, sampleContext())) as object[]).map((row) => Object.keys(row)),
    [['file', 'line', 'column', 'endLine', 'endColumn', 'pointer', 'rule', 'severity', 'message', 'related', 'baseline']],
  );
});
test('lone halves of characters and controls are escaped', () => {
  assert.ok(reports.json([sampleFinding({ message: '\ud800\u0007\u2028' })], sampleContext()).includes('"message":"\\ud800\\u0007\u2028"'));
});
test.run();
