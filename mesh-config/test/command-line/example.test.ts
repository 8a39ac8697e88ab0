import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { environmentVariables } from '../../src/environment.ts';
import { freePort } from '@slipway/test-support/free-port';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { remainingFiles, createProgramFolder, waitUntilServing, startProgram, waitUntil } from '../server/start-program.ts';
import { sendRequest, writeKeyPair } from '../validation/start-webhook.ts';
import { runMeshConfig, serverOptions } from './run-mesh-config.ts';

interface Container {
  readonly args: string[];
  readonly env: { name: string }[];
  readonly ports: { containerPort: number }[];
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly volumeMounts: { name: string; mountPath: string }[];
}
interface Probe {
  readonly exec: { readonly command: string[] };
}
interface Document {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: Container[]; readonly volumes: { name: string }[] } };
    readonly ports: { targetPort: number }[];
  };
}

const test = suite('mesh-config examples');
const folder = join(import.meta.dirname, '../../../examples/mesh-config');
const documents = parseAllDocuments(readFileSync(join(folder, 'deployment.yaml'), 'utf8'));
const findDocument = (kind: string) => documents.map((one) => one.toJS() as Document).find((one) => one.kind === kind)!;
const [container, files] = [findDocument('Deployment').spec.template.spec.containers[0]!, findDocument('ConfigMap').data];
const options = async () => {
  const folder = temporaryFolder(files);
  const {
    options: serverFlags,
    code,
    stderr,
  } = await serverOptions(container.args.map((word) => word.replace('--config=/etc/mesh-config', `--config=${folder}`)));
  assert.equal({ code, stderr }, { code: 0, stderr: '' });
  return serverFlags!;
};

test('the manifest is valid YAML of Kubernetes kinds', () => {
  assert.equal(
    documents.flatMap(({ errors }) => errors),
    [],
  );
  assert.equal(
    documents.map((one) => (one.toJS() as Document).kind),
    ['Namespace', 'ServiceAccount', 'ClusterRole', 'ClusterRoleBinding', 'ConfigMap', 'Deployment', 'Service'],
  );
});
test('its flags and its file are read without warnings', async () => {
  const { livenessProbePath, enableAnalysis, log_as_json: json } = await options();
  assert.equal(
    { livenessProbePath, enableAnalysis, json },
    { livenessProbePath: '/run/mesh-config/live', enableAnalysis: true, json: true },
  );
});
test('its ports are the ports of the server', async () => {
  const serverFlags = await options();
  const ports = [9901, serverFlags['validation-port'], serverFlags['monitoringPort']];
  assert.ok(String(serverFlags['server-address']).endsWith(':9901'));
  assert.equal(
    container.ports.map(({ containerPort }) => containerPort),
    ports,
  );
  assert.equal(
    findDocument('Service').spec.ports.map(({ targetPort }) => targetPort),
    ports,
  );
});
test('its probes check the files that the server writes', async () => {
  const serverFlags = await options();
  for (const [probe, name] of [
    [container.livenessProbe, 'livenessProbePath'],
    [container.readinessProbe, 'readinessProbePath'],
  ] as const) {
    const [program, ...words] = probe.exec.command;
    assert.is(program, 'mesh-config');
    assert.is(
      (await runMeshConfig(words)).stderr,
      `Error: fail on inspecting path ${serverFlags[name]}: stat ${serverFlags[name]}: no such file or directory\n`,
    );
  }
});
test('its mounts have volumes, and the files of the server are mounted', async () => {
  assert.equal(
    container.volumeMounts.map(({ name }) => name).sort(),
    findDocument('Deployment')
      .spec.template.spec.volumes.map(({ name }) => name)
      .sort(),
  );
  const serverFlags = await options();
  const read = [
    'accessListFile',
    'meshConfigFile',
    'caCertFile',
    'tlsCertFile',
    'tlsKeyFile',
    'validation.tls.privateKey',
    'livenessProbePath',
    'readinessProbePath',
  ].map((name) => String(serverFlags[name]));
  assert.equal(
    read.filter((path) => !container.volumeMounts.some(({ mountPath }) => path.startsWith(`${mountPath}/`))),
    [],
  );
  assert.equal(
    read
      .filter((path) => path.startsWith('/etc/mesh-config/'))
      .map((path) => path.slice(17))
      .filter((name) => !(name in files)),
    [],
  );
});
test('its environment variables exist', () => {
  assert.equal(
    container.env.filter(({ name }) => !(name in environmentVariables)),
    [],
  );
});
test('the local server of the page logs no problems and responds as the page shows', async () => {
  const [programFolder, pair, port] = [await createProgramFolder(), temporaryFolder(), await freePort()];
  writeKeyPair(pair, 'localhost');
  const server = await waitUntilServing(
    startProgram(
      programFolder,
      '--configPath',
      join(folder, 'mesh'),
      '--enableAnalysis',
      '--enable-validation',
      '--enable-reconcileWebhookConfiguration=false',
      '--validation-port',
      String(port),
      '--schemaPath',
      join(folder, 'schemas'),
      '--validation.tls.clientCertificate',
      join(pair, 'cert.pem'),
      '--validation.tls.privateKey',
      join(pair, 'key.pem'),
    ),
  );
  const { text } = await sendRequest(port, '/validate', readFileSync(join(folder, 'review.json')), { 'content-type': 'application/json' });
  // Findings are logged together with this line.
  await waitUntil(() => server.output().includes('\tinfo\tanalysis\t'));
  server.process.kill('SIGTERM');
  assert.is(await server.ended, 0);
  assert.ok(readFileSync(join(folder, '../../docs/mesh-config.md'), 'utf8').includes(`\n${text.trimEnd()}\n`), text);
  assert.equal(
    server
      .output()
      .split('\n')
      .filter((line) => /\t(warn|error|fatal)\t/.test(line)),
    [],
  );
  assert.equal(remainingFiles(programFolder), []);
});
test.run();
