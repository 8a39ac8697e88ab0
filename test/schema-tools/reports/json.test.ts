import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { reports } from '../../../schema-tools/src/lint/reports/index.ts';
import { context, finding } from './findings.ts';

const test = suite('lint reports: json');

test('one finding in a line, its members in their order', () => {
  assert.is(reports.json([finding(), finding({ replacement: 'place' })], context()), `[
  {"file":"src/a.yaml","line":2,"column":3,"endLine":2,"endColumn":7,"pointer":"/in/city","rule":"deprecated","severity":"warning","message":"Write \`place\`."},
  {"file":"src/a.yaml","line":2,"column":3,"endLine":2,"endColumn":7,"pointer":"/in/city","rule":"deprecated","severity":"warning","message":"Write \`place\`.","replacement":"place"}
]
`);
});
test('nothing found is an empty array', () => {
  assert.is(reports.json([], context()), '[]\n');
});
test('related places and the baseline where there are some; an edit and what is ignored never', () => {
  const place = { line: 1, column: 1, endLine: 1, endColumn: 2 };
  const found = [finding({ related: [place], baseline: 'known', edit: { ...place, text: 'place' } }), finding({ suppressed: { by: 'config' } })];
  assert.equal((JSON.parse(reports.json(found, context())) as object[]).map((row) => Object.keys(row)),
    [['file', 'line', 'column', 'endLine', 'endColumn', 'pointer', 'rule', 'severity', 'message', 'related', 'baseline']]);
});
test('lone halves of characters and controls are escaped', () => {
  assert.ok(reports.json([finding({ message: '\ud800\u0007\u2028' })], context()).includes('"message":"\\ud800\\u0007\u2028"'));
});
test.run();
