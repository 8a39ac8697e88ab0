import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { runMeshConfig } from './run-mesh-config.ts';

const test = suite('mesh-config server that cannot start');
const folder = temporaryFolder({ 'config/a.yaml': '' });
/** Flags of a server without a cluster, certificates or fixed ports. */
const standaloneFlags = [
  '--enable-validation=false',
  '--insecure',
  '--configPath',
  join(folder, 'config'),
  '--meshConfigFile',
  join(folder, 'mesh'),
  '--server-address',
  `unix://${folder}/socket`,
  '--livenessProbePath=',
  '--readinessProbePath=',
  '--monitoringPort=0',
  '--ctrlz_port=0',
];
/** The message of the last log line, which is fatal; the exit code is 1. */
const fatalMessage = async (...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runMeshConfig(['server', ...words]);
  assert.equal({ code, stderr }, { code: 1, stderr: '' }, stdout);
  const last = stdout.trimEnd().split('\n').at(-1)!;
  assert.match(last, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z\tfatal\tserver\t/);
  return last.split('\t').slice(3).join('\t');
};

for (const [words, message] of [
  [['--enable-server=false', '--enable-validation=false'], 'mesh-config must be running under at least one mode: server or validation'],
  [['--validation-port=0'], 'Invalid validation server args: port number 0 must be in the range 1..65535'],
  [['--validation-port=70000'], 'Invalid validation server args: port number 70000 must be in the range 1..65535'],
  [['--webhook-name', 'Foo_'], 'Invalid validation controller args: invalid webhook name: "Foo_"'],
  [
    ['--deployment-namespace', '-a', '--service-name', 'b.c'],
    'Invalid validation controller args: invalid deployment namespace: "-a"; invalid service name: "b.c"',
  ],
  [['--validation.tls.caCertificates='], 'Invalid validation controller args: CA cert file not specified'],
] as const)
  test(`server ${words.join(' ')}`, async () => {
    assert.is(await fatalMessage(...words), message);
  });
for (const [words, message] of [
  [['--server-address', 'foo://x'], 'Error creating server: unable to listen: listen foo: unknown network foo'],
  [
    ['--sinkAddress', '127.0.0.1:1', '--sinkAuthMode', 'X'],
    'Error creating server: callout could not be initialized: auth plugin X not found',
  ],
  [
    ['--sinkAddress', '127.0.0.1:1', '--sinkAuthMode', 'NONE', '--sinkMeta', 'foo'],
    'Error creating server: sinkMeta not in key=value format: foo',
  ],
] as const)
  test(`server ${words.join(' ')}`, async () => {
    assert.is(await fatalMessage(...standaloneFlags, ...words), message);
  });
test('a message with a newline is logged as one line', async () => {
  assert.is(await fatalMessage('--webhook-name', 'a\nb'), 'Invalid validation controller args: invalid webhook name: "a\\nb"');
});
test.run();
