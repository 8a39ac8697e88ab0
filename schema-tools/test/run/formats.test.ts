import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint, deprecatedFieldSchema } from '@slipway/test-support/lint';

const test = suite('slipway-lint: formats');
const files = { 's.json': deprecatedFieldSchema, 'a.json': '{\n  "old": 1,\n  "new": 2\n}\n', 'good.json': '{}' };
const run = (format: string) => runLint(files, ['--schema', 's.json', '--format', format, 'a.json', 'good.json']);

test('--format text prints findings for people', async () => {
  assert.equal(await run('text'), {
    code: 1,
    stderr: '',
    stdout: `a.json:2:3: warning: deprecated: Write \`new\`.
   2 |   "old": 1,
     |   ^^^^^
     = write \`new\` instead

a.json:3:3: error: invalid: expected a string; found a number
   3 |   "new": 2
     |   ^^^^^

Found 1 error, 1 warning in 2 files.
`,
  });
});
test('--format json prints one array', async () => {
  assert.equal(await run('json'), {
    code: 1,
    stderr: '',
    stdout: `[
  {"file":"a.json","line":2,"column":3,"endLine":2,"endColumn":8,"pointer":"/old","rule":"deprecated","severity":\
"warning","message":"Write \`new\`.","replacement":"new"},
  {"file":"a.json","line":3,"column":3,"endLine":3,"endColumn":8,"pointer":"/new","rule":"invalid","severity":"error","message":\
"expected a string; found a number"}
]
`,
  });
});
test('--format github prints workflow commands', async () => {
  const { code, stdout, stderr } = await run('github');
  assert.equal([code, stderr], [1, '']);
  assert.equal(
    stdout.split('\n').map((line) => line.split('::')[1] ?? ''),
    [
      'warning file=a.json,line=2,col=3,endLine=2,endColumn=8,title=deprecated',
      'error file=a.json,line=3,col=3,endLine=3,endColumn=8,title=invalid',
      '',
    ],
  );
});
test('--format junit prints a JUnit report', async () => {
  const { code, stdout, stderr } = await run('junit');
  assert.equal([code, stderr], [1, '']);
  assert.match(stdout, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites[^>]* tests="\d+" failures="\d+"/);
  assert.match(stdout, /good\.json/);
});
test('--format sarif prints a SARIF log', async () => {
  const { code, stdout, stderr } = await run('sarif');
  assert.equal([code, stderr], [1, '']);
  const { version, runs } = JSON.parse(stdout) as {
    version: string;
    runs: {
      results: {
        ruleId: string;
        level: string;
        locations: { physicalLocation: { artifactLocation: { uri: string }; region: object } }[];
      }[];
    }[];
  };
  assert.is(version, '2.1.0');
  assert.equal(
    runs[0]!.results.map(({ ruleId, level, locations }) => [ruleId, level, locations[0]!.physicalLocation.artifactLocation.uri]),
    [
      ['deprecated', 'warning', 'a.json'],
      ['invalid', 'error', 'a.json'],
    ],
  );
});
test('another is refused', async () => {
  assert.equal(await run('xml'), {
    code: 2,
    stdout: '',
    stderr: "slipway-lint: option '--format <format>' argument 'xml' is invalid. Allowed choices are text, json, sarif, github, junit.\n",
  });
});
test.run();
