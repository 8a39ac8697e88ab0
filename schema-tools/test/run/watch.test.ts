import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deprecatedFieldSchema, startLint } from '@slipway/test-support/lint';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway-lint: --watch');

/** A running `--watch`: `told` waits for the next complete report. */
function watching(folder: string, ...args: string[]) {
  const running = startLint(folder, ['--watch', ...args]);
  let stdout = '';
  let from = 0;
  let heard: (() => void) | undefined;
  running.stdout!.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    heard?.();
  });
  running.stdin!.end();
  return {
    stderr: running.stderr!.setEncoding('utf8'),
    async told(): Promise<string> {
      for (;;) {
        const [report] = /^[^]*?Found .*\n/.exec(stdout.slice(from)) ?? [];
        if (report !== undefined) {
          from += report.length;
          return report;
        }
        await new Promise<void>((done) => {
          heard = done;
        });
      }
    },
    rest: () => stdout.slice(from),
    end: (): Promise<number | null> =>
      new Promise((done) => {
        running.on('close', (code) => done(code));
        running.kill('SIGINT');
      }),
  };
}
const finding = (file: string) =>
  `${file}:1:2: warning: deprecated: Write \`new\`.\n   1 | {"old":1}\n     |  ^^^^^\n     = write \`new\` instead\n\nFound 1 ` +
  `warning in 1 file.\n`;

test('a file that changes is reported anew, alone; the exit code is what is true at the end', async () => {
  const folder = temporaryFolder({ 's.schema.json': deprecatedFieldSchema, 'a.json': '{"old":1}', 'b.json': '{"new":"x"}' });
  const watch = watching(folder, '--schema', 's.schema.json', 'a.json', 'b.json');
  assert.is(await watch.told(), finding('a.json').replace('1 file', '2 files'));
  writeFileSync(join(folder, 'b.json'), '{"old":1}');
  assert.is(await watch.told(), finding('b.json'));
  writeFileSync(join(folder, 'a.json'), '{"new":1}');
  assert.is(
    await watch.told(),
    'a.json:1:2: error: invalid: expected a string; found a number\n   1 | {"new":1}\n     |  ^^^^^\n\nFound 1 error in 1 file.\n',
  );
  assert.is(await watch.end(), 1);
});
test('a schema that changes is read again, and so is a config file', async () => {
  const folder = temporaryFolder({
    's.schema.json': 'true',
    'slipway-lint.json': '{"schemas":[{"fileMatch":"a.json","schema":"s.schema.json"}]}',
    'a.json': '{"old":1}',
  });
  const watch = watching(folder, 'a.json');
  assert.is(await watch.told(), 'Found nothing in 1 file.\n');
  writeFileSync(join(folder, 's.schema.json'), deprecatedFieldSchema);
  assert.is(await watch.told(), finding('a.json'));
  writeFileSync(
    join(folder, 'slipway-lint.json'),
    '{"schemas":[{"fileMatch":"a.json","schema":"s.schema.json"}],"rules":{"deprecated":"off"}}',
  );
  assert.is(await watch.told(), 'Found nothing in 1 file.\n');
  assert.is(await watch.end(), 0);
});
test('a file that comes and one that goes are noticed', async () => {
  const folder = temporaryFolder({ 's.schema.json': deprecatedFieldSchema, 'in/a.json': '{}' });
  const watch = watching(folder, '--schema', 's.schema.json', 'in');
  assert.is(await watch.told(), 'Found nothing in 1 file.\n');
  writeFileSync(join(folder, 'in/b.json'), '{"old":1}');
  assert.is(await watch.told(), finding('in/b.json'));
  rmSync(join(folder, 'in/b.json'));
  writeFileSync(join(folder, 'in/a.json'), '{"old":1}');
  assert.is(await watch.told(), finding('in/a.json'));
  assert.is(await watch.end(), 0);
});
test('a folder that comes is looked through, too', async () => {
  const folder = temporaryFolder({ 's.schema.json': deprecatedFieldSchema, 'in/a.json': '{}' });
  const watch = watching(folder, '--schema', 's.schema.json', 'in');
  await watch.told();
  mkdirSync(join(folder, 'in/deep'));
  await new Promise((done) => {
    setTimeout(done, 600);
  });
  writeFileSync(join(folder, 'in/deep/b.json'), '{"old":1}');
  assert.is(await watch.told(), finding('in/deep/b.json'));
  assert.is(await watch.end(), 0);
});
test('a change that changes nothing is not reported', async () => {
  const folder = temporaryFolder({ 's.schema.json': deprecatedFieldSchema, 'a.json': '{"old":1}' });
  const watch = watching(folder, '--schema', 's.schema.json', 'a.json');
  await watch.told();
  writeFileSync(join(folder, 'a.json'), '{"old":1} ');
  await new Promise((done) => {
    setTimeout(done, 600);
  });
  assert.is(watch.rest(), '');
  assert.is(await watch.end(), 0);
});
test('a config file that is wrong for a moment does not end it', async () => {
  const folder = temporaryFolder({
    's.schema.json': deprecatedFieldSchema,
    'slipway-lint.json': '{"schemas":[{"fileMatch":"a.json","schema":"s.schema.json"}]}',
    'a.json': '{}',
  });
  const watch = watching(folder, 'a.json');
  await watch.told();
  writeFileSync(join(folder, 'slipway-lint.json'), '{');
  await new Promise((done) => {
    setTimeout(done, 600);
  });
  writeFileSync(join(folder, 'slipway-lint.json'), '{"schemas":[{"fileMatch":"a.json","schema":"s.schema.json"}]}');
  writeFileSync(join(folder, 'a.json'), '{"old":1}');
  assert.is(await watch.told(), finding('a.json'));
  assert.is(await watch.end(), 0);
});
test('what it says of a config file that is wrong does not wake it, though it is written beside that file', async () => {
  const folder = temporaryFolder({
    's.schema.json': deprecatedFieldSchema,
    'slipway-lint.json': '{"schemas":[{"fileMatch":"a.json","schema":"s.schema.json"}]}',
    'a.json': '{}',
  });
  const told = join(folder, 'told.txt');
  const watch = watching(folder, 'a.json');
  watch.stderr.on('data', (text: string) => {
    appendFileSync(told, text);
  });
  await watch.told();
  writeFileSync(join(folder, 'slipway-lint.json'), '{');
  await new Promise((done) => {
    setTimeout(done, 1500);
  });
  assert.is(readFileSync(told, 'utf8').match(/slipway-lint\.json:1:2:/g)?.length, 1);
  await watch.end();
});
test.run();
