import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serverFlags } from '../../src/flags/server-flags.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { serverOptions } from './run-mesh-config.ts';

/** Every nested key, the flag that it sets, the value in the file, and the resulting option of the server. */
const keys = [
  ['general.introspection.address', 'ctrlz_address', '*', '*'],
  ['general.introspection.port', 'ctrlz_port', 9877, 9877],
  ['general.kubeconfig', 'kubeconfig', '/k', '/k'],
  ['general.liveness.path', 'livenessProbePath', '/l', '/l'],
  ['general.liveness.interval', 'livenessProbeInterval', '3s', 3000],
  ['general.readiness.path', 'readinessProbePath', '/r', '/r'],
  ['general.readiness.interval', 'readinessProbeInterval', '1m0.5s', 60_500],
  ['general.meshConfigFile', 'meshConfigFile', '/m', '/m'],
  ['general.monitoringPort', 'monitoringPort', 15_015, 15_015],
  ['general.pprofPort', 'pprofPort', '0x10', 16],
  ['general.enable_profiling', 'enableProfiling', true, true],
  ['processing.domainsuffix', 'domain', 'mesh.example', 'mesh.example'],
  ['processing.analysis.enable', 'enableAnalysis', 'true', true],
  ['processing.discovery.enable', 'enableServiceDiscovery', 'T', true],
  ['processing.server.address', 'server-address', 'unix:///s', 'unix:///s'],
  ['processing.server.enable', 'enable-server', false, false],
  ['processing.server.auth.insecure', 'insecure', true, true],
  ['processing.server.maxReceivedMessageSize', 'server-maxReceivedMessageSize', 2000, 2000],
  ['processing.server.maxConcurrentStreams', 'server-maxConcurrentStreams', 5, 5],
  ['processing.server.disableResourceReadyCheck', 'disableResourceReadyCheck', true, true],
  ['processing.server.auth.mtls.clientCertificate', 'tlsCertFile', '/c', '/c'],
  ['processing.server.auth.mtls.privateKey', 'tlsKeyFile', '/p', '/p'],
  ['processing.server.auth.mtls.caCertificates', 'caCertFile', '/a', '/a'],
  ['processing.server.auth.mtls.accessListFile', 'accessListFile', '/al', '/al'],
  ['processing.source.kubernetes.resyncPeriod', 'resyncPeriod', 0, 0],
  ['processing.source.filesystem.path', 'configPath', '/f', '/f'],
  ['validation.deploymentname', 'deployment-name', 'd', 'd'],
  ['validation.deploymentnamespace', 'deployment-namespace', 'n', 'n'],
  ['validation.enable', 'enable-validation', false, false],
  ['validation.servicename', 'service-name', 's', 's'],
  ['validation.tls.caCertificates', 'validation.tls.caCertificates', '/a', '/a'],
  ['validation.tls.clientCertificate', 'validation.tls.clientCertificate', '/c', '/c'],
  ['validation.tls.privateKey', 'validation.tls.privateKey', '/p', '/p'],
  ['validation.webhookconfigfile', 'validation-webhook-config-file', '/w', '/w'],
  ['validation.webhookname', 'webhook-name', 'w', 'w'],
  ['validation.webhookport', 'validation-port', 9444, 9444],
] as const;

const test = suite('mesh-config --config keys');
const read = (text: string) => serverOptions(['server', '--config', join(temporaryFolder({ 'c.json': text }), 'c.json')]);
const nested = (key: string, value: unknown): unknown => key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

for (const [key, flag, value, expected] of keys) {
  test(`${key} is --${flag}`, async () => {
    for (const text of [
      JSON.stringify(nested(key, value)),
      JSON.stringify(nested(key.toUpperCase(), value)),
      JSON.stringify({ [key]: value }),
      JSON.stringify({ [flag]: value }),
    ]) {
      const { options, code } = await read(text);
      assert.is(code, 0);
      assert.equal(options![flag], expected, text);
    }
  });
}
test('the table has all declared keys', () => {
  const declared = Object.entries(serverFlags).flatMap(([flag, { keys: own = [] }]: [string, { readonly keys?: readonly string[] }]) =>
    own.map((key) => `${key} ${flag}`),
  );
  const own = ['caCertificates', 'clientCertificate', 'privateKey'].map((name) => `validation.tls.${name}`);
  assert.equal(
    declared.sort(),
    keys
      .filter(([key]) => !own.includes(key))
      .map(([key, flag]) => `${key} ${flag}`)
      .sort(),
  );
});
test('a key changes only its option', async () => {
  const { options: without } = await serverOptions(['server']);
  const { options } = await read('{"general": {"introspection": {"port": 1}}}');
  assert.equal(
    Object.keys(options!)
      .filter((name) => JSON.stringify(options![name]) !== JSON.stringify(without![name]))
      .sort(),
    ['config', 'ctrlz_port'],
  );
});
test.run();
