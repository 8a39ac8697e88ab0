import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runProgram } from '../../src/commands/run-program.ts';
import { program } from '../../src/program.ts';
import { runMeshConfig, captureOutput } from './run-mesh-config.ts';

const test = suite('mesh-config commands');
const readUsage = async (...words: string[]) => {
  const { code, stdout, stderr } = await runMeshConfig(words);
  assert.equal({ code, stderr }, { code: 0, stderr: '' });
  return /^Usage:\n {2}(.*)$/m.exec(stdout)![1]!;
};
const root = 'mesh-config [command]',
  server = 'mesh-config server [flags]';

test('without a command the root prints its help', async () => {
  for (const words of [
    [],
    ['-h'],
    ['--help'],
    ['help'],
    ['help', 'help'],
    ['--log_as_json'],
    ['--help=false'],
    ['--log_target', 'server'],
    ['--log_target=x', '-h'],
  ])
    assert.is(await readUsage(...words), root, words.join(' '));
});
test('help of a command may be requested in any position', async () => {
  for (const words of [
    ['server', '-h'],
    ['server', '--help'],
    ['-h', 'server'],
    ['--help', 'server'],
    ['help', 'server'],
    ['server', 'help'],
    ['--log_as_json', 'help', 'server'],
    ['help', '--log_target', 'x', 'server'],
    ['server', '--insecure', '-h'],
    ['-hc', 'nowhere.yaml', 'server'],
    ['-cnowhere.yaml', 'server', '-h'],
    ['-hcnowhere.yaml', 'server'],
    ['server', 'help', 'help'],
    ['server', 'foo', '-h'],
    ['help', 'server', 'foo'],
  ])
    assert.is(await readUsage(...words), server, words.join(' '));
  assert.is(await readUsage('version', 'help'), 'mesh-config version [flags]');
});
test('common flags and flags of a command may precede its name', async () => {
  const { stdout, code } = await runMeshConfig(['--log_as_json', '--output', 'json', 'version']);
  assert.is(code, 0);
  assert.is(Object.keys(JSON.parse(stdout) as object)[0], 'clientVersion');
});
test('version ignores arguments', async () => {
  assert.equal(await runMeshConfig(['version', 'extra']), await runMeshConfig(['version']));
});
for (const [words, message] of [
  [['foo'], 'unknown command "foo" for "mesh-config"; mesh-config --help names those there are'],
  [['servr'], 'unknown command "servr" for "mesh-config"; did you mean "server"?'],
  [['Server'], 'unknown command "Server" for "mesh-config"; did you mean "server"?'],
  [['SERVRE'], 'unknown command "SERVRE" for "mesh-config"; did you mean "server"?'],
  [['ver'], 'unknown command "ver" for "mesh-config"; did you mean "version"?'],
  [['hlep'], 'unknown command "hlep" for "mesh-config"; did you mean "help"?'],
  [['help', 'nosuch'], 'unknown command "nosuch" for "mesh-config"; mesh-config --help names those there are'],
  [[''], 'unknown command "" for "mesh-config"; mesh-config --help names those there are'],
  [['-'], 'unknown command "-" for "mesh-config"; mesh-config --help names those there are'],
  [['a\nb'], 'unknown command "a\\nb" for "mesh-config"; mesh-config --help names those there are'],
  [['collateral'], 'unknown command "collateral" for "mesh-config"; mesh-config --help names those there are'],
  [['--', 'server'], '"server" is an invalid argument'],
  [['server', 'foo'], '"foo" is an invalid argument'],
  [['server', '--enable-server', 'false'], '"false" is an invalid argument'],
  [['--version'], 'unknown flag: --version'],
  [['--bogus'], 'unknown flag: --bogus'],
  [['server', '--bogus'], 'unknown flag: --bogus'],
  [['server', '--bogus', '-h'], 'unknown flag: --bogus'],
  [['version', '-z'], "unknown shorthand flag: 'z' in -z"],
  [['version', '--output'], 'flag needs an argument: --output'],
  [['version', '-o'], "flag needs an argument: 'o' in -o"],
  [['version', '--=x'], 'bad flag syntax: --=x'],
  [['probe', '--interval', '5'], 'invalid argument "5" for "--interval" flag: time: missing unit in duration "5"'],
  [['probe', '--interval=1x'], 'invalid argument "1x" for "--interval" flag: time: unknown unit "x" in duration "1x"'],
  [['version', '-s=maybe'], 'invalid argument "maybe" for "-s, --short" flag: strconv.ParseBool: parsing "maybe": invalid syntax'],
  [
    ['server', '--ctrlz_port', '70000'],
    'invalid argument "70000" for "--ctrlz_port" flag: strconv.ParseUint: parsing "70000": value out of range',
  ],
  [
    ['server', '--monitoringPort', '-1'],
    'invalid argument "-1" for "--monitoringPort" flag: strconv.ParseUint: parsing "-1": invalid syntax',
  ],
  [
    ['server', '--log_rotate_max_age', 'x'],
    'invalid argument "x" for "--log_rotate_max_age" flag: strconv.ParseInt: parsing "x": invalid syntax',
  ],
  [['server', '--log_output_level', 'foo:info'], "unknown scope 'foo' specified"],
  [['server', '--log_output_level', 'default:loud'], "invalid output level 'default:loud'"],
  [['server', '--log_output_level', 'a:b:c'], "invalid output level format 'a:b:c'"],
  [['server', '--log_caller', 'foo'], "unknown scope 'foo' specified"],
  [['server', '--log_target', '/nonexist/x'], 'couldn\'t open sink "/nonexist/x": open /nonexist/x: no such file or directory'],
  [['server', '--log_rotate', '/nonexist/x'], 'couldn\'t open sink "/nonexist/x": open /nonexist/x: no such file or directory'],
  [['completion'], 'expected one of bash, fish, zsh'],
  [['completion', 'bsh'], 'expected one of bash, fish, zsh, found "bsh"; did you mean "bash"?'],
] as const)
  test(`mesh-config ${JSON.stringify(words)} is an error`, async () => {
    assert.equal(await runMeshConfig(words), { code: 255, stdout: '', stderr: `Error: ${message}\n` });
  });
test('only the server checks log options', async () => {
  assert.equal(await runMeshConfig(['version', '-s', '--log_output_level', 'foo:loud', '--log_target', '/nonexist/x']), {
    code: 0,
    stdout: '0.1.0\n',
    stderr: '',
  });
});
test('a deprecated flag works and is a warning', async () => {
  assert.equal(await runMeshConfig(['server', '--useOldProcessor=false', '--validation-webhook-config-file', 'f', 'foo']), {
    code: 255,
    stdout: '',
    stderr: [
      'Flag --useOldProcessor has been deprecated, there is one processing, and it is used',
      'Flag --validation-webhook-config-file has been deprecated, the whole webhook configuration is not reconciled any more',
      'Error: "foo" is an invalid argument',
      '',
    ].join('\n'),
  });
});
test('a defect is reported as such', async () => {
  const broken = {
    name: 'broken',
    short: '',
    flags: {},
    run: async () => {
      throw new TypeError('x is not a function');
    },
  };
  const { result, stderr } = await captureOutput(() => runProgram({ ...program, commands: [broken] }, ['broken']));
  assert.is(result, 1);
  assert.match(stderr, /^mesh-config: This is a bug in Slipway; please report it: TypeError: x is not a function\n {4}at /);
});
test.run();
