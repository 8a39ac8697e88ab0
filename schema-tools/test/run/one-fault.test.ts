// watchdog: 120 s
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleScripts } from '@slipway/test-support/bundled-scripts';
import { runLint } from '@slipway/test-support/lint';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite("slipway-lint: one file's fault leaves the others their findings");
const [faulty] = bundleScripts(...['program.ts', 'faulty-worker.ts'].map((name) => join(import.meta.dirname, 'faulty-host', name)));

const runFaulty = (files: Readonly<Record<string, string>>, args: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [faulty!, ...args], {
    cwd: temporaryFolder(files),
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  return { status, stdout, stderr };
};
const block = (type: string): string => JSON.stringify({ resource: { [type]: { a: { old: 1 } } } });
const rows = (stdout: string) =>
  (JSON.parse(stdout) as readonly { file: string; rule: string; message: string }[]).map(
    ({ file, rule, message }) => `${file}: ${rule}: ${message}`,
  );

for (const count of [2, 5])
  test(`a bug in one of ${count} files is a finding of that file`, () => {
    const fine = Object.fromEntries(Array.from({ length: count - 1 }, (_, index) => [`b${index}.tf.json`, block('x_fine')]));
    const { status, stdout, stderr } = runFaulty({ 'a.tf.json': block('x_broken'), ...fine }, ['--format', 'json']);
    assert.equal(
      [status, stderr, rows(stdout)],
      [
        2,
        '',
        [
          'a.tf.json: file: the schemas broke This is a bug in the linter; please report it.',
          ...Object.keys(fine).map((name) => `${name}: deprecated: \`old\` is deprecated.`),
        ],
      ],
    );
  });
test('a bug in the analysis across files takes nothing else away', () => {
  const { status, stdout, stderr } = runFaulty({ 'a.tf.json': block('x_fine') }, ['--format', 'json'], { FAULTY_ANALYSIS: '1' });
  assert.equal([status, rows(stdout)], [2, ['a.tf.json: deprecated: `old` is deprecated.']]);
  assert.match(stderr, /^faulty: the analysis broke\nThis is a bug; please report it\./);
});
test('each report is a document, whatever happens to a file', async () => {
  const schema = JSON.stringify({
    patternProperties: { '^(?<name>[a-z]+):': {}, '^(?<name>[A-Z]+):': {} },
    additionalProperties: false,
  });
  const files = { 's.json': schema, 'a.json': '{"a:": 1, "B:": 1, "c": 1}', 'b.json': '{', 'dangling.yaml': 'a: *b' };
  for (const format of ['json', 'sarif', 'junit', 'github', 'text']) {
    const { code, stdout, stderr } = await runLint(files, [
      '--schema',
      's.json',
      '--format',
      format,
      'a.json',
      'b.json',
      'none.json',
      'dangling.yaml',
      'missing',
    ]);
    assert.equal([code, stderr], [2, ''], format);
    for (const name of ['a.json', 'b.json', 'none.json', 'dangling.yaml', 'missing']) assert.match(stdout, name, `${format} ${name}`);
    if (format === 'json' || format === 'sarif') JSON.parse(stdout);
  }
});
test('a file or folder that does not exist is reported as missing, with an extension or without', async () => {
  const { code, stdout } = await runLint({}, ['--format', 'json', 'missing-folder', 'missing/folder', 'missing.json']);
  assert.equal(
    [code, rows(stdout)],
    [
      2,
      [
        'missing-folder: file: There is no such file or folder.',
        'missing/folder: file: There is no such file or folder.',
        'missing.json: file: There is no such file.',
      ],
    ],
  );
});
(process.getuid?.() === 0 ? skipWithReason(test, 'run as root, who may read everything') : test)(
  'a folder that may not be read is a finding',
  async () => {
    const folder = temporaryFolder({ 'closed/a.json': '{}', 'open/b.json': '{' });
    chmodSync(join(folder, 'closed'), 0);
    const { code, stdout } = await runLint(folder, ['--format', 'json']);
    chmodSync(join(folder, 'closed'), 0o700);
    assert.equal([code, rows(stdout).length, rows(stdout)[0]], [2, 2, 'closed: file: This folder may not be read: permission denied.']);
  },
);

test.run();
