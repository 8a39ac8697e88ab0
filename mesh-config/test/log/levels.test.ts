import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseScopeSettings } from '../../src/log/scope-settings.ts';
import { logLevels, scopeNames, type ScopeName } from '../../src/log/scope.ts';
import { withMessage } from '@slipway/test-support/with-message';
import { captureOutput } from '../command-line/run-mesh-config.ts';
import { openTestLog } from './open-test-log.ts';

const test = suite('mesh-config log levels');
const settings = (output: string, stack = 'default:none', caller = '') =>
  parseScopeSettings({ log_output_level: output, log_stacktrace_level: stack, log_caller: caller });
/** The output levels of the scopes that differ from the default. */
const changedLevels = (output: string) =>
  Object.fromEntries([...settings(output)].filter(([, one]) => one.output !== 'info').map(([name, one]) => [name, one.output]));
const everyScope = (level: string) => Object.fromEntries(scopeNames.map((name) => [name, level]));

test('by default every scope logs info and above, without callers and stacks', () => {
  assert.equal([...settings('default:info').values()], Array(14).fill({ output: 'info', stack: 'none', caller: false }));
});
for (const [list, expected] of [
  ['mcp:debug', { mcp: 'debug' }],
  ['mcp:debug,server:warn', { mcp: 'debug', server: 'warn' }],
  ['debug', { default: 'debug' }],
  ['none,mcp:error', { default: 'none', mcp: 'error' }],
  ['mcp:debug,mcp:warn', { mcp: 'warn' }],
  ['all:debug', everyScope('debug')],
  ['mcp:warn,all:debug,nosuch:loud', everyScope('debug')],
  ['all:fatal,mcp:debug', everyScope('fatal')],
  [' mcp:debug , server:warn ', { mcp: 'debug', server: 'warn' }],
  ['', {}],
] as const)
  test(`${JSON.stringify(list)} sets ${Object.keys(expected).length} scopes`, () => {
    assert.equal(changedLevels(list), expected);
  });
for (const [list, message] of [
  ['foo:info', "unknown scope 'foo' specified"],
  ['default:loud', "invalid output level 'default:loud'"],
  ['loud', "invalid output level 'loud'"],
  ['a:b:c', "invalid output level format 'a:b:c'"],
  ['mcp:INFO', "invalid output level 'mcp:INFO'"],
  ['mcp:info,foo:info,all:debug', "unknown scope 'foo' specified"],
] as const)
  test(`${list} is rejected`, () => {
    assert.throws(() => settings(list), withMessage(message));
  });
test('levels of stack traces have the same form', () => {
  assert.equal(
    [...settings('info', 'mcp:error')].filter(([, { stack }]) => stack !== 'none').map(([name, { stack }]) => [name, stack]),
    [['mcp', 'error']],
  );
  assert.throws(() => settings('info', 'mcp:loud'), withMessage("invalid stack trace level 'mcp:loud'"));
});
test('callers are a list of scopes', () => {
  const scopesWithCaller = (list: string) => [...settings('info', 'none', list)].filter(([, { caller }]) => caller).map(([name]) => name);
  assert.equal([scopesWithCaller('mcp, server'), scopesWithCaller(''), scopesWithCaller('all').length], [['mcp', 'server'], [], 14]);
  assert.throws(() => scopesWithCaller('foo'), withMessage("unknown scope 'foo' specified"));
});

// ---

test('a scope logs its level and above', async () => {
  for (const [index, level] of logLevels.entries()) {
    const { log } = openTestLog({ log_output_level: `mcp:${level}` });
    const { stdout } = await captureOutput(() => {
      for (const one of ['debug', 'info', 'warn', 'error', 'fatal'] as const) {
        assert.is(log('mcp').isEnabled(one), logLevels.indexOf(one) >= index);
        log('mcp')[one]('x');
      }
    });
    assert.equal(
      stdout
        .split('\n')
        .filter(Boolean)
        .map((one) => one.split('\t')[1]),
      logLevels.slice(index, 5),
    );
  }
});
test('settings changed at run time apply to the next line', async () => {
  const { log, settings: live } = openTestLog({ log_output_level: 'mcp:error' });
  const scope = log('mcp');
  const { stdout } = await captureOutput(() => {
    scope.info('one');
    live.get('mcp')!.output = 'debug';
    scope.debug('two');
    live.get('mcp')!.caller = true;
    scope.debug('three');
    Object.assign(live.get('mcp')!, { output: 'none', caller: false });
    scope.fatal('four');
  });
  assert.equal(
    stdout
      .split('\n')
      .filter(Boolean)
      .map((one) => one.split('\t').slice(1).join(' ').replace(/:\d+/, '')),
    ['debug mcp two', 'debug mcp levels.test.ts three'],
  );
});
const logWithStack = async (level: 'info' | 'error', name: ScopeName = 'mcp') =>
  (
    await captureOutput(() => {
      openTestLog({ log_stacktrace_level: 'mcp:error' }).log(name)[level]('x');
    })
  ).stdout.split('\n');
test('a stack is logged from its level on and begins at the caller', async () => {
  assert.equal([(await logWithStack('info')).length, (await logWithStack('error', 'server')).length], [2, 2]);
  const [first, second] = await logWithStack('error');
  assert.match(first!, /\terror\tmcp\tx$/);
  assert.match(second!, /^at .*levels\.test\.ts:\d+:\d+/);
});
test.run();
