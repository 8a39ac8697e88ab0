import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { reports } from '../../src/lint/reports/index.ts';
import { sampleContext, sampleFinding } from './findings.ts';

const test = suite('lint reports: junit');

test('a suite for each file, a case for each finding, and one that passes where there is none', () => {
  assert.is(
    reports.junit(
      [sampleFinding({ replacement: 'place' }), sampleFinding({ severity: 'error', rule: 'invalid', pointer: '', message: 'No.' })],
      sampleContext({ files: ['src/a.yaml', 'b.json'] }),
    ),
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="slipway-lint" tests="3" failures="2" errors="0" skipped="0" time="0">
  <testsuite name="src/a.yaml" tests="2" failures="2" errors="0" skipped="0" time="0">
    <testcase name="deprecated /in/city (2:3)" classname="src/a.yaml" file="src/a.yaml" line="2">\
<failure message="Write \`place\`." type="warning">\
src/a.yaml:2:3: warning: deprecated: Write \`place\`.
write \`place\` instead</failure></testcase>
    <testcase name="invalid / (2:3)" classname="src/a.yaml" file="src/a.yaml" line="2">\
<failure message="No." type="error">src/a.yaml:2:3: error: invalid: No.</failure></testcase>
  </testsuite>
  <testsuite name="b.json" tests="1" failures="0" errors="0" skipped="0" time="0">
    <testcase name="nothing found" classname="b.json" file="b.json"/>
  </testsuite>
</testsuites>
`,
  );
});
test('hints pass and say so, what is known is skipped, what is ignored is left out', () => {
  const text = reports.junit(
    [sampleFinding({ severity: 'info' }), sampleFinding({ baseline: 'known' }), sampleFinding({ suppressed: { by: 'comment' } })],
    sampleContext(),
  );
  assert.ok(text.includes('<testsuites name="slipway-lint" tests="2" failures="0" errors="0" skipped="1" time="0">'));
  assert.ok(text.includes('<system-out>src/a.yaml:2:3: info: deprecated: Write `place`.</system-out>'));
  assert.ok(text.includes('<skipped message="known: Write `place`."/>'));
});
test('signs of XML are escaped, and what XML cannot hold is left out', () => {
  const text = reports.junit(
    [sampleFinding({ file: 'a&"<b>.yaml', message: '<&>"\u0007\ud800\uffff\t\r\n]]>' })],
    sampleContext({ files: [] }),
  );
  assert.ok(text.includes('<testsuite name="a&amp;&quot;&lt;b&gt;.yaml" '));
  assert.ok(text.includes('message="&lt;&amp;&gt;&quot;&#9;&#13;&#10;]]&gt;"'));
  assert.ok(text.includes(': deprecated: &lt;&amp;&gt;&quot;\t&#13;\n]]&gt;</failure>'));
});
test.run();
