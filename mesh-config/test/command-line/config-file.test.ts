import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { runMeshConfig, serverOptions } from './run-mesh-config.ts';

const test = suite('mesh-config --config');
const writeConfig = (name: string, text: string): string => join(temporaryFolder({ [name]: text }), name);
const read = (name: string, text: string, ...words: string[]) => serverOptions(['server', '-c', writeConfig(name, text), ...words]);
/** The message that rejects a file: one line without a newline, with exit code 1. */
const refusal = async (name: string, text: string): Promise<string> => {
  const file = writeConfig(name, text);
  const { code, stdout, stderr } = await runMeshConfig(['server', '--config', file]);
  assert.equal({ code, stdout }, { code: 1, stdout: '' });
  assert.ok(stderr.startsWith('fatal error in config file: '), stderr);
  return stderr.slice('fatal error in config file: '.length).replaceAll(file, 'FILE');
};

for (const [name, text] of [
  ['c.yaml', 'general:\n  introspection:\n    port: 9877\nsinkMeta: [a=1, b=2]\nlivenessProbeInterval: 3s\ninsecure: true\n'],
  ['c.yml', 'GENERAL: {Introspection: {PORT: "9877"}}\nSINKMETA: a=1,b=2\nlivenessprobeinterval: 3s\ninsecure: "t"\n'],
  [
    'c.JSON',
    '{"general": {"introspection": {"port": 9877}}, "sinkMeta": ["a=1", "b=2"], "livenessProbeInterval": "3000ms", "insecure": true}',
  ],
  ['c.toml', 'sinkMeta = ["a=1", "b=2"]\nlivenessProbeInterval = "3s"\ninsecure = true\n[general.introspection]\nport = 9877\n'],
] as const)
  test(`${name} is read`, async () => {
    const { options, code, stderr } = await read(name, text);
    assert.equal({ code, stderr }, { code: 0, stderr: '' });
    assert.equal(
      [options!['ctrlz_port'], options!['sinkMeta'], options!['livenessProbeInterval'], options!['insecure']],
      [9877, ['a=1', 'b=2'], 3000, true],
    );
  });
test('the command line overrides the file, and the file the default', async () => {
  const { options } = await read(
    'c.yaml',
    'domain: of.file\nservice-name: file\nctrlz_port: 5\n',
    '--domain=of.line',
    '--ctrlz_port',
    '9876',
  );
  assert.equal(
    [options!['domain'], options!['service-name'], options!['ctrlz_port'], options!['webhook-name']],
    ['of.line', 'file', 9876, 'mesh-config'],
  );
});
test('a list on the command line replaces the list of the file', async () => {
  const file = 'sinkMeta: [x=1]\nexcludedResourceKinds: [Pod]\nlog_target: [stderr, /x]\n';
  const { options } = await read('c.yaml', file, '--sinkMeta', 'k=v', '--sinkMeta', 'l=w');
  assert.equal(
    [options!['sinkMeta'], options!['excludedResourceKinds'], options!['log_target']],
    [['k=v', 'l=w'], ['Pod'], ['stderr', '/x']],
  );
  assert.equal((await serverOptions(['server', '--sinkMeta', 'k=v'])).options!['sinkMeta'], ['k=v']);
});
test('environment variables do not set options', async () => {
  process.env['DOMAIN'] = process.env['MESH_CONFIG_DOMAIN'] = 'of.environment';
  try {
    assert.is((await read('c.yaml', '')).options!['domain'], 'cluster.local');
  } finally {
    delete process.env['DOMAIN'];
    delete process.env['MESH_CONFIG_DOMAIN'];
  }
});
test('an empty file and a key without a value keep the defaults', async () => {
  for (const text of ['', '# nothing\n', 'domain:\n', 'domain: null\n', '{}']) {
    const { options, code, stderr } = await read('c.yaml', text);
    assert.equal([code, stderr, options!['domain']], [0, '', 'cluster.local'], text);
  }
});
test('log options of the file apply to the server', async () => {
  const { code, stdout } = await runMeshConfig([
    'server',
    '-c',
    writeConfig('c.yaml', 'log_as_json: true\nenable-server: false\nvalidation: {enable: false}\n'),
  ]);
  assert.is(code, 1);
  assert.equal(
    { ...(JSON.parse(stdout) as object), time: '' },
    { level: 'fatal', time: '', scope: 'server', msg: 'mesh-config must be running under at least one mode: server or validation' },
  );
});
test('the file is read for every command and changes only the server', async () => {
  const file = writeConfig('c.yaml', 'domain: x\n');
  assert.is((await runMeshConfig(['version', '-s', '-c', file])).stdout, '0.1.0\n');
  assert.equal(
    await runMeshConfig(['version', '-s', '-c', writeConfig('c.yaml', 'ctrlz_port: abc\n')]).then(({ code, stdout }) => ({ code, stdout })),
    { code: 1, stdout: '' },
  );
  const unknownKeys = writeConfig('c.yaml', 'output: json\ninterval: 5s\nconfig: other.yaml\n');
  assert.equal(await runMeshConfig(['version', '-s', '-c', unknownKeys]), {
    code: 0,
    stdout: '0.1.0\n',
    stderr: ['1: "output"', '2: "interval"', '3: "config"']
      .map((one) => `Warning: ${unknownKeys}:${one} is no key of this file\n`)
      .join(''),
  });
});
test('a help does not read the file', async () => {
  assert.is((await runMeshConfig(['server', '-h', '-c', '/nonexist/c.yaml'])).code, 0);
});
test('unknown keys are warnings with their lines', async () => {
  const file = writeConfig('c.yaml', 'general:\n  introspektion:\n    port: 1\ndomian: x\n"a\\nb": 1\n');
  const { code, stderr } = await serverOptions(['server', '-c', file]);
  assert.equal(
    [code, stderr],
    [
      0,
      `Warning: ${file}:2: "general.introspektion" is no key of this file\n` +
        `Warning: ${file}:4: "domian" is no key of this file\n` +
        `Warning: ${file}:5: "a\\nb" is no key of this file\n`,
    ],
  );
});
test('the first 20 unknown keys are warnings, the others are counted', async () => {
  const file = writeConfig('c.json', JSON.stringify(Object.fromEntries(Array.from({ length: 20_003 }, (_, index) => [`x${index}`, 1]))));
  const lines = (await serverOptions(['server', '-c', file])).stderr.trimEnd().split('\n');
  assert.equal(
    [lines.length, lines[19], lines[20]],
    [21, `Warning: ${file}:1: "x19" is no key of this file`, `Warning: ${file}: 19983 more keys are none of this file`],
  );
});
test('a scalar in place of a table is a warning', async () => {
  const file = writeConfig('c.yaml', 'general: 5\nvalidation:\n  tls: x\n');
  assert.is(
    (await serverOptions(['server', '-c', file])).stderr,
    `Warning: ${file}:1: "general" is no key of this file\nWarning: ${file}:3: "validation.tls" is no key of this file\n`,
  );
});
test('a deprecated key is a warning', async () => {
  const file = writeConfig('c.yaml', 'validation:\n  webhookconfigfile: /w\n');
  assert.is(
    (await serverOptions(['server', '-c', file])).stderr,
    `Warning: ${file}:2: validation.webhookconfigfile has been deprecated, the whole webhook configuration is not reconciled any more\n`,
  );
});

// ---

for (const [text, message] of [
  [
    'x: 1\ngeneral:\n  introspection:\n    port: abc\n',
    'FILE:4: general.introspection.port: expected a whole number from 0 to 65535, found "abc" ' +
      '(strconv.ParseUint: parsing "abc": invalid syntax)',
  ],
  [
    'ctrlz_port: 70000\n',
    'FILE:1: ctrlz_port: expected a whole number from 0 to 65535, found 70000 (strconv.ParseUint: parsing "70000": value out of range)',
  ],
  [
    'monitoringPort: 1.5\n',
    'FILE:1: monitoringPort: expected a whole number from 0 on, found 1.5 (strconv.ParseUint: parsing "1.5": invalid syntax)',
  ],
  ['monitoringPort: [1]\n', 'FILE:1: monitoringPort: expected a whole number from 0 on, found a list of 1'],
  [
    'log_rotate_max_age: soon\n',
    'FILE:1: log_rotate_max_age: expected a whole number, found "soon" (strconv.ParseInt: parsing "soon": invalid syntax)',
  ],
  ['resyncPeriod: 5\n', 'FILE:1: resyncPeriod: expected a duration with its unit, such as 2s or 1m30s, found 5'],
  [
    'resyncPeriod: "5"\n',
    'FILE:1: resyncPeriod: expected a duration with its unit, such as 2s or 1m30s, found "5" (time: missing unit in duration "5")',
  ],
  ['insecure: yes\n', 'FILE:1: insecure: expected true or false, found "yes" (strconv.ParseBool: parsing "yes": invalid syntax)'],
  ['insecure: 1\n', 'FILE:1: insecure: expected true or false, found 1'],
  ['domain: {a: b}\n', 'FILE:1: domain: expected a text, found keys and values'],
  ['sinkMeta: [a, {b: c}]\n', 'FILE:1: sinkMeta: expected a list of texts, found a list of 2'],
  [
    'sinkMeta: a"b\n',
    'FILE:1: sinkMeta: expected a list of texts, found "a\\"b" (parse error on line 1, column 2: bare " in non-quoted-field)',
  ],
  ['ctrlz_port: 1\ngeneral: {introspection: {port: 2}}\n', 'FILE:2: general.introspection.port says again what ctrlz_port on line 1 says'],
  ['domain: a\nDomain: b\n', 'FILE:2: Domain says again what domain on line 1 says'],
  [
    `insecure: ${'x'.repeat(61)}\n`,
    `FILE:1: insecure: expected true or false, found "${'x'.repeat(60)}…" ` +
      `(strconv.ParseBool: parsing "${'x'.repeat(61)}": invalid syntax)`,
  ],
  ['- domain\n', 'FILE: expected keys and values, found a list of 1'],
  ['domain\n', 'FILE: expected keys and values, found "domain"'],
  ['domain: a\n---\ndomain: b\n', 'FILE: expected one document, found 2'],
] as const)
  test(`${JSON.stringify(text)} is rejected`, async () => {
    assert.is(await refusal('c.yaml', text), message);
  });
test('a syntax error in YAML, JSON or TOML is rejected with its line', async () => {
  for (const [name, text] of [
    ['c.yaml', 'a: 1\nb: [\n'],
    ['c.json', '{"a": 1,\n"b": }'],
    ['c.toml', 'a = 1\nb = \n'],
  ] as const)
    assert.match(await refusal(name, text), /^FILE:[23]: ./, name);
});
test('another file extension is rejected', async () => {
  for (const [name, kind] of [
    ['c.txt', 'txt'],
    ['c.hcl', 'hcl'],
    ['c.properties', 'properties'],
    ['config', ''],
  ] as const)
    assert.is(await refusal(name, ''), `Unsupported Config Type "${kind}"`);
});
test('a missing file and a folder are rejected', async () => {
  assert.equal(await runMeshConfig(['version', '--config', '/nonexist/c.yaml']), {
    code: 1,
    stdout: '',
    stderr: 'fatal error in config file: open /nonexist/c.yaml: no such file or directory',
  });
  const folder = join(temporaryFolder({ 'c.yaml/x': '' }), 'c.yaml');
  assert.equal(await runMeshConfig(['version', '--config', folder]), {
    code: 1,
    stdout: '',
    stderr: `fatal error in config file: open ${folder}: is a directory`,
  });
});
test.run();
