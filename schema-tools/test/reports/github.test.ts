import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { reports } from '../../src/lint/reports/index.ts';
import { sampleContext, sampleFinding } from './findings.ts';

const test = suite('lint reports: github');
const lines = (...findings: Parameters<typeof sampleFinding>[0][]) =>
  reports.github(
    findings.map((one) => sampleFinding(one)),
    sampleContext(),
  );

test('a finding is a workflow command of its severity', () => {
  assert.is(lines({}), '::warning file=src/a.yaml,line=2,col=3,endLine=2,endColumn=7,title=deprecated::Write `place`.\n');
  assert.is(lines({ severity: 'error' }).slice(0, 8), '::error ');
  assert.is(lines({ severity: 'info' }).slice(0, 9), '::notice ');
});
test('signs of the format are escaped: five in properties, three in messages', () => {
  assert.is(
    lines({ file: './a:b,c%d\r\n.yaml', message: '100%: a,b\r\nc' }),
    '::warning file=a%3Ab%2Cc%25d%0D%0A.yaml,line=2,col=3,endLine=2,endColumn=7,title=deprecated::100%25: a,b%0D%0Ac\n',
  );
});
test('what a terminal would obey is replaced, in messages and in names', () => {
  assert.is(
    lines({ file: 'a\u001b[2Jb.yaml', message: '\u001b]0;title\u0007 \u009b31m \u202e x\ty\u0000' }),
    '::warning file=a\ufffd[2Jb.yaml,line=2,col=3,endLine=2,endColumn=7,title=deprecated::' +
      '\ufffd]0;title\ufffd \ufffd31m \ufffd x\ty\ufffd\n',
  );
});
test('over several lines there are no columns', () => {
  assert.is(lines({ endLine: 5 }), '::warning file=src/a.yaml,line=2,endLine=5,title=deprecated::Write `place`.\n');
});
test('what to write is said where the message does not, and what is known in the title', () => {
  assert.is(
    lines({ message: 'Old.', replacement: 'place', baseline: 'known' }),
    '::warning file=src/a.yaml,line=2,col=3,endLine=2,endColumn=7,title=deprecated (known)::Old. (write `place` instead)\n',
  );
  assert.ok(lines({ replacement: 'place' }).endsWith('::Write `place`.\n'));
});
test('nothing found is nothing written; what is ignored is not reported', () => {
  assert.is(lines(), '');
  assert.is(lines({ suppressed: { by: 'comment' } }), '');
});
test.run();
