import { anyCharacter, fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatConsoleLine, formatJsonLine } from '../../src/log/format-line.ts';
import { scopeNames } from '../../src/log/scope.ts';
import { captureOutput } from '../command-line/run-mesh-config.ts';
import { openTestLog } from './open-test-log.ts';

const test = suite('mesh-config log lines');
const line = { timestamp: Date.UTC(2026, 10, 21, 1, 29, 6, 66) + 0.055, level: 'info', scope: 'mcp', message: 'a sink came' } as const;

test('a console line has columns separated by tabs and a UTC time with microseconds', () => {
  assert.is(formatConsoleLine(line), '2026-11-21T01:29:06.066055Z\tinfo\tmcp\ta sink came\n');
});
test('the scope "default" is omitted', () => {
  assert.is(formatConsoleLine({ ...line, scope: 'default' }), '2026-11-21T01:29:06.066055Z\tinfo\ta sink came\n');
  assert.is(formatJsonLine({ ...line, scope: 'default' }), '{"level":"info","time":"2026-11-21T01:29:06.066055Z","msg":"a sink came"}\n');
});
test('the caller precedes the message, the stack follows on further lines', () => {
  assert.is(
    formatConsoleLine({ ...line, caller: 'file.ts:12', stack: 'at a\nat b' }),
    '2026-11-21T01:29:06.066055Z\tinfo\tmcp\tfile.ts:12\ta sink came\nat a\nat b\n',
  );
});
test('JSON lines have ordered members', () => {
  assert.is(
    formatJsonLine({ ...line, caller: 'file.ts:12', stack: 'at a\nat b' }),
    '{"level":"info","time":"2026-11-21T01:29:06.066055Z","scope":"mcp","caller":"file.ts:12","msg":"a sink came","stack":"at a\\nat b"}\n',
  );
});
test('control characters of a message are escaped', () => {
  const message = 'a\nb\r\tc\u001b[31m\u0085\u2028"\\';
  assert.is(formatConsoleLine({ ...line, message }), '2026-11-21T01:29:06.066055Z\tinfo\tmcp\ta\\nb\\r\\tc\\u001b[31m\\u0085\\u2028"\\\n');
  assert.is(
    formatJsonLine({ ...line, message }),
    '{"level":"info","time":"2026-11-21T01:29:06.066055Z","scope":"mcp","msg":"a\\nb\\r\\tc\\u001b[31m\\u0085\\u2028\\"\\\\"}\n',
  );
});
test('any message is one line, and JSON preserves it', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: anyCharacter })),
      fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
      (message, at) => {
        const one = { ...line, timestamp: at.getTime(), message };
        for (const text of [formatConsoleLine(one), formatJsonLine(one)])
          assert.is(text.search(/[\n\r\u001b\u0085\u2028]/), text.length - 1);
        assert.is((JSON.parse(formatJsonLine(one)) as { msg: string }).msg, message);
        assert.match(formatConsoleLine(one), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}000Z\tinfo\tmcp\t/);
      },
    ),
  );
});
test('every scope writes at every level under its own name', async () => {
  const { log } = openTestLog({ log_output_level: 'all:debug' });
  const { stdout } = await captureOutput(() => {
    for (const scope of scopeNames) for (const level of ['debug', 'info', 'warn', 'error', 'fatal'] as const) log(scope)[level]('x');
  });
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((one) => one.split('\t').slice(1).join(' '));
  assert.is(lines.length, 14 * 5);
  assert.equal(lines.slice(0, 5), ['debug analysis x', 'info analysis x', 'warn analysis x', 'error analysis x', 'fatal analysis x']);
  assert.equal(lines.slice(10, 12), ['debug x', 'info x']);
});
test('the timestamp is the current time', async () => {
  const { stdout } = await captureOutput(() => {
    openTestLog().log('mcp').info('x');
  });
  assert.ok(Math.abs(Date.parse(stdout.split('\t')[0]!) - Date.now()) < 60_000, stdout);
});
test('JSON lines are objects', async () => {
  const { stdout } = await captureOutput(() => {
    openTestLog({ log_as_json: true, log_caller: 'mcp' }).log('mcp').warn('x');
  });
  const { time, caller, ...rest } = JSON.parse(stdout) as Record<string, string>;
  assert.equal(rest, { level: 'warn', scope: 'mcp', msg: 'x' });
  assert.match(time!, /^\d{4}-.*\.\d{6}Z$/);
  assert.match(caller!, /^lines\.test\.ts:\d+$/);
});
test.run();
