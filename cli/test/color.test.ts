// watchdog: 180 s
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findEngine } from 'slipway/engine/find-engine';
import { noPseudoTerminal, runSlipwayInTerminal } from '@slipway/test-support/pseudo-terminal';
import { runSlipway } from '@slipway/test-support/cli';
import { skipWithReason } from '@slipway/test-support/skip';
import { executableScript, temporaryFolder } from '@slipway/test-support/temporary-folder';
import { applyColorSetting } from '../src/color/color-option.ts';
import { paintSeverity, stripColors } from '../src/color/colors.ts';
import { renderLink, showsHyperlinks } from '../src/color/hyperlinks.ts';
import { createProgram } from '../src/program.ts';

const test = suite('colors of slipway');
const inTerminal = noPseudoTerminal === undefined ? test : skipWithReason(test, noPseudoTerminal);
const findMissingEngine = (): string | undefined => {
  try {
    findEngine();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};
const home = temporaryFolder({});
const nobody = { XDG_CONFIG_HOME: home, SLIPWAY_WORKSPACES_ADDRESS: undefined, SLIPWAY_WORKSPACES_TOKEN: undefined };

test('--color sets the variables that also decide without it', () => {
  const settle = (setting: 'auto' | 'always' | 'never') => {
    const environment: NodeJS.ProcessEnv = { NO_COLOR: '1', CLICOLOR_FORCE: '1', TERM: 'xterm' };
    applyColorSetting(setting, environment);
    return environment;
  };
  assert.equal(settle('auto'), { NO_COLOR: '1', CLICOLOR_FORCE: '1', TERM: 'xterm' });
  assert.equal(settle('always'), { FORCE_COLOR: '1', TERM: 'xterm' });
  assert.equal(settle('never'), { NO_COLOR: '1', TERM: 'dumb' });
});
test('the word that says how serious a line is has a color, and the rest has none', () => {
  const paint = (color: string, text: string) => `<${color} ${text}>`;
  assert.equal(
    ['slipway: no', 'slipway: warning: old', 'warn: base/a: old', 'error: base/a: no', 'info: base/a: so', 'a warning: x'].map((line) =>
      paintSeverity(line, paint),
    ),
    [
      '<red slipway:> no',
      'slipway: <yellow warning>: old',
      '<yellow warn>: base/a: old',
      '<red error>: base/a: no',
      'info: base/a: so',
      'a warning: x',
    ],
  );
});
test('links are hyperlinks where the terminal is known to show them, addresses elsewhere', () => {
  assert.is(renderLink('workspace web', 'http://h/app/a/workspaces/web', false), 'workspace web: http://h/app/a/workspaces/web');
  assert.is(
    renderLink('workspace web', 'http://h/app/a/workspaces/web', true),
    '\u001b]8;;http://h/app/a/workspaces/web\u001b\\workspace web\u001b]8;;\u001b\\',
  );
  assert.is(showsHyperlinks({ FORCE_COLOR: '1', VTE_VERSION: '7000' }), process.stdout.isTTY === true);
  assert.is(showsHyperlinks({ NO_COLOR: '1', VTE_VERSION: '7000' }), false);
  assert.is(showsHyperlinks({ FORCE_COLOR: '1', VTE_VERSION: '7000', TMUX: '1' }), false);
});
test('escape sequences are written in one folder, which asks one function', () => {
  const folder = resolve(import.meta.dirname, '../src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const outside = files.filter(
    (name) => !name.startsWith('color') && /\\x1b|\\u001b|\\033|\\e\[/i.test(readFileSync(join(folder, name), 'utf8')),
  );
  assert.equal(outside, []);
  const deciding = files.filter((name) => /isTTY|NO_COLOR|FORCE_COLOR/.test(readFileSync(join(folder, name), 'utf8')));
  assert.equal(deciding.sort(), ['app/confirmation.ts', 'color/color-option.ts', 'color/colors.ts', 'login/read-secret.ts']);
});

inTerminal('a terminal has colors; NO_COLOR, TERM=dumb, CLICOLOR=0 and --color never take them, before and after the command', async () => {
  const plain = "slipway: unknown option '--prot'\r\n(Did you mean --port?)\r\n";
  const colored = `\u001b[31mslipway:\u001b[39m${plain.slice('slipway:'.length)}`;
  const texts = await Promise.all([
    runSlipwayInTerminal(['serve', '--prot', '1']),
    runSlipwayInTerminal(['serve', '--prot', '1'], { environment: { NO_COLOR: '1' } }),
    runSlipwayInTerminal(['serve', '--prot', '1'], { environment: { TERM: 'dumb' } }),
    runSlipwayInTerminal(['serve', '--prot', '1'], { environment: { CLICOLOR: '0' } }),
    runSlipwayInTerminal(['--color', 'never', 'serve', '--prot', '1']),
    runSlipwayInTerminal(['serve', '--color', 'never', '--prot', '1'], { environment: { FORCE_COLOR: '1' } }),
    runSlipwayInTerminal(['serve', '--no-color', '--prot', '1']),
    runSlipwayInTerminal(['serve', '--color', 'always', '--prot', '1'], { environment: { NO_COLOR: '1' } }),
  ]);
  assert.equal(
    texts.map(({ text }) => text),
    [colored, plain, plain, plain, plain, plain, plain, colored],
  );
});
test('a pipe has none, unless FORCE_COLOR, CLICOLOR_FORCE or --color always ask for them', async () => {
  const first = async (args: readonly string[], environment: Record<string, string> = {}) =>
    (await runSlipway([...args, 'serve', '--prot', '1'], { environment })).stderr.split(' ')[0];
  assert.equal(
    await Promise.all([
      first([]),
      first([], { FORCE_COLOR: '1' }),
      first([], { CLICOLOR_FORCE: '1' }),
      first(['--color', 'always']),
      first(['--color', 'auto'], { FORCE_COLOR: '1' }),
    ]),
    ['slipway:', ...Array.from({ length: 4 }, () => '\u001b[31mslipway:\u001b[39m')],
  );
});
test('another word than these three is an error', async () => {
  const { code, stderr } = await runSlipway(['--color', 'blue', 'list']);
  assert.equal([code, stderr.split('. ')[0]], [2, "slipway: option '--color <when>' argument 'blue' is invalid"]);
});

test('output for machines has no colors, whatever asks for them', async () => {
  const folder = temporaryFolder({
    'main.tf': 'resource "terraform_data" "a" {\n  input = "one"\n}\n',
    'config.yml': 'version: 2.1\njobs: {}\nunknown: 1\n',
  });
  const environment = { ...nobody, FORCE_COLOR: '1' };
  const engineLines =
    findMissingEngine() === undefined
      ? [
          ['plan', '--json'],
          ['deploy', '--json', '--auto-approve'],
        ]
      : [];
  const reports = [['plan', '--check', '--summary', 'plan.md', '--junit', 'plan.xml', '--sarif', 'plan.sarif']];
  for (const args of [
    ['doctor', '--json'],
    ['ci', 'config', 'validate', '--json', 'config.yml'],
    ['lint', '--format', 'json', 'config.yml'],
    ['lint', '--format', 'sarif', 'config.yml'],
    ...engineLines,
    ...(engineLines.length > 0 ? reports : []),
  ]) {
    const { stdout } = await runSlipway(args, { folder, environment });
    assert.not.ok(stdout.includes('\u001b'), `${args.join(' ')}: ${stdout}`);
  }
  if (engineLines.length > 0)
    for (const file of ['plan.md', 'plan.xml', 'plan.sarif'])
      assert.not.ok(readFileSync(join(folder, file), 'utf8').includes('\u001b'), file);
});

const namesOf = (command: Command): readonly string[] =>
  command.commands.filter((one) => one.name() !== 'complete').flatMap((one) => [one.name()]);
/** An engine that prints as one does in colors, and as one does with `-no-color`. */
const engine = executableScript(`case $1 in
  version) echo 'Terraform v1.11.4' ;;
  plan) case "$*" in *-no-color*|*-json*) echo plain ;; *) printf '\\033[1mbold\\033[0m\\n' ;; esac ;;
esac`);

inTerminal('with --color never no command prints an escape byte in a terminal, and with colors the engine prints its own', async () => {
  const folder = temporaryFolder({ 'main.tf': '' });
  const environment = { ...nobody, SLIPWAY_ENGINE: engine };
  // Commands that go on until Ctrl-C, and those that ask or write, are given a line that is refused; the error is printed as any other.
  const refused = new Set(['serve', 'watch', 'init', 'login']);
  const names = namesOf(createProgram());
  assert.ok(names.length > 25);
  for (const name of names) {
    const { text } = await runSlipwayInTerminal(['--color', 'never', name, ...(refused.has(name) ? ['--no-such-option'] : [])], {
      folder,
      environment,
    });
    assert.not.ok(text.includes('\u001b'), `${name}: ${text}`);
  }
  const { text } = await runSlipwayInTerminal(['plan'], { folder, environment });
  assert.match(text, '\u001b[1mbold\u001b[0m');
  assert.match(stripColors(text), /^bold\r\nPlanned in [\d.]+ s\r\n$/);
});
test.run();
