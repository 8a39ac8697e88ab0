import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { withMessage } from '@slipway/test-support/with-message';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { captureOutput } from '../command-line/run-mesh-config.ts';
import { openTestLog } from './open-test-log.ts';

const test = suite('mesh-config log targets');
const messages = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((one) => one.split('\t').at(-1));

test('every target gets every line, including the rotated file', async () => {
  const folder = temporaryFolder();
  const [a, b] = [join(folder, 'a.log'), join(folder, 'b.log')];
  const log = openTestLog({ log_target: ['stdout', 'stderr', a], log_rotate: b });
  const { stdout, stderr } = await captureOutput(() => {
    log.log('mcp').info('one');
    log.log('server').error('two');
  });
  log.close();
  for (const text of [stdout, stderr, readFileSync(a, 'utf8'), readFileSync(b, 'utf8')]) assert.equal(messages(text), ['one', 'two']);
});
test('without a target only the rotated file is written', async () => {
  const file = join(temporaryFolder(), 'r.log');
  const log = openTestLog({ log_target: [], log_rotate: file });
  const { stdout, stderr } = await captureOutput(() => {
    log.log('mcp').info('one');
  });
  log.close();
  assert.equal([stdout, stderr, messages(readFileSync(file, 'utf8'))], ['', '', ['one']]);
});
test('a file is appended to, and only its owner can read it', () => {
  const folder = temporaryFolder({ 'a.log': 'before\n' });
  for (const name of ['a.log', 'new.log']) {
    const log = openTestLog({ log_target: [join(folder, name)] });
    log.log('default').info('x');
    log.close();
  }
  assert.equal(messages(readFileSync(join(folder, 'a.log'), 'utf8')), ['before', 'x']);
  assert.is(statSync(join(folder, 'new.log')).mode & 0o777, 0o600);
});
test('a target that cannot be opened is rejected', () => {
  const folder = temporaryFolder({ file: '' });
  assert.throws(
    () => openTestLog({ log_target: ['/nonexist/x'] }),
    withMessage('couldn\'t open sink "/nonexist/x": open /nonexist/x: no such file or directory'),
  );
  assert.throws(() => openTestLog({ log_target: [folder] }), withMessage(`couldn't open sink "${folder}": open ${folder}: is a directory`));
  assert.throws(
    () => openTestLog({ log_rotate: `${folder}/file/x` }),
    withMessage(`couldn't open sink "${folder}/file/x": open ${folder}/file/x: not a directory`),
  );
  assert.throws(() => openTestLog({ log_target: [''] }), withMessage('couldn\'t open sink "": open : no such file or directory'));
});
(existsSync('/dev/full') ? test : skipWithReason(test, 'no /dev/full'))(
  'a full disk is reported once, and the other targets go on',
  async () => {
    const log = openTestLog({ log_target: ['/dev/full', 'stdout'] });
    const { stdout, stderr } = await captureOutput(() => {
      for (const text of ['one', 'two']) log.log('mcp').info(text);
    });
    log.close();
    assert.equal(messages(stdout), ['one', 'two']);
    assert.is(
      stderr,
      'mesh-config: cannot write the log to /dev/full: ENOSPC: no space left on device, write; ' +
        'lines are lost until it can be written again\n',
    );
  },
);
test('a write error is reported again after a successful write', async () => {
  const { tolerateWriteErrors } = await import('../../src/log/targets.ts');
  let full = true;
  const target = tolerateWriteErrors('x.log', {
    write: () => {
      if (full) throw new Error('no space');
    },
    close: () => {},
  });
  const { stderr } = await captureOutput(() => {
    for (const now of [true, true, false, true]) {
      full = now;
      target.write('x');
    }
  });
  assert.is(stderr.split('\n').filter(Boolean).length, 2);
});
test('a rotated file is appended to', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'r.log');
  writeFileSync(file, 'before\n');
  const log = openTestLog({ log_target: [], log_rotate: file, log_rotate_max_size: 1 });
  log.log('default').info('x');
  log.close();
  assert.equal(messages(readFileSync(file, 'utf8')), ['before', 'x']);
});
test.run();
