// watchdog: 90 s
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTemporaryCertificate } from '../support/temporary-certificate.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { freePort } from '@slipway/test-support/free-port';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createProgramFolder, type RunningProgram, waitUntilServing, startProgram } from '../server/start-program.ts';
import { type ApiServer, createApiServer } from './api-server/api-server.ts';
import { createWebhookAdmission } from './api-server/webhook-admission.ts';
import { crd } from './api-server/kinds.ts';
import { writeKubeconfig } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';

const running: { program: RunningProgram; api: ApiServer }[] = [];
const test = suite('mesh-config admission in a cluster');
test.after.each(async () => {
  for (const { program, api } of running.splice(0)) {
    program.process.kill('SIGKILL');
    await program.ended;
    await api.kill();
  }
});
const real = spawnSync('kubectl', ['version', '--client']).status === 0 ? test : skipWithReason(test, 'no kubectl on PATH');

const versions = [
  {
    name: 'v1alpha3',
    served: true,
    storage: true,
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: {
              city: { type: 'string', description: 'Deprecated: use spec.town instead' },
              servers: { type: 'array', items: { type: 'object' } },
            },
          },
        },
      },
    },
  },
];
const manifest = (spec: string): string =>
  `apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\nmetadata: {name: front, namespace: edge}\nspec: ${spec}\n`;

/** An API server with a webhook configuration that leads to this port. */
const startCluster = async (port: number): Promise<ApiServer> => {
  const api = createApiServer();
  api.admission = createWebhookAdmission(api.objects);
  api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway', { versions }));
  api.objects.put({
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: 'mesh-config', namespace: 'mesh-system' },
    subsets: [{ addresses: [{ ip: '127.0.0.1' }] }],
  });
  api.objects.put({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'mesh-config' },
    webhooks: [
      {
        name: 'pilot.validation.mesh-config',
        failurePolicy: 'Ignore',
        clientConfig: { caBundle: '', url: `https://localhost:${port}/admitpilot` },
      },
    ],
  });
  await api.start();
  return api;
};
const createFolder = (pem: string, key: string): string =>
  temporaryFolder({
    'cert.pem': pem,
    'key.pem': key,
    'good.yaml': manifest('{servers: [{port: {number: 80, name: http, protocol: HTTP}, hosts: ["*"]}], city: Rome}'),
    'other.yaml': manifest('{servers: [{port: {number: 81, name: http, protocol: HTTP}, hosts: ["*"]}], city: Rome}').replace(
      'front',
      'other',
    ),
    'bad.yaml': manifest('{servers: []}'),
  });
const startWithValidation = async (api: ApiServer, folder: string, port: number): Promise<RunningProgram> =>
  waitUntilServing(
    startProgram(
      await createProgramFolder(),
      '--configPath=',
      '--kubeconfig',
      writeKubeconfig(api.url()),
      '--enable-validation=true',
      '--validation-port',
      String(port),
      '--validation.tls.clientCertificate',
      join(folder, 'cert.pem'),
      '--validation.tls.privateKey',
      join(folder, 'key.pem'),
      '--validation.tls.caCertificates',
      join(folder, 'cert.pem'),
    ),
  );
const runKubectl = (api: ApiServer, folder: string, args: readonly string[]): Promise<{ said: string; code: number | null }> =>
  new Promise((done) => {
    const child = spawn('kubectl', ['--server', api.url(), '--cache-dir', join(folder, 'cache'), '-n', 'edge', ...args], {
      env: { ...process.env, KUBECONFIG: join(folder, 'none') },
    });
    let said = '';
    for (const out of [child.stdout, child.stderr])
      out.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    child.on('close', (code) => {
      done({ said, code });
    });
  });
const webhookOf = (api: ApiServer) =>
  (
    api.objects.list(api.objects.kinds().find(({ kind }) => kind === 'ValidatingWebhookConfiguration')!)[0] as unknown as {
      webhooks: { failurePolicy: string; clientConfig: { caBundle: string } }[];
    }
  ).webhooks[0]!;

real(
  'the API server asks the webhook once it was seen to answer; kubectl is refused what is wrong, and warned of what is deprecated',
  async () => {
    const port = await freePort();
    const api = await startCluster(port);
    const { pem, key } = createTemporaryCertificate();
    const folder = createFolder(pem, key);
    const at = (name: string): string => join(folder, name);
    const program = await startWithValidation(api, folder, port);
    running.push({ program, api });
    const kubectl = (...args: readonly string[]) => runKubectl(api, folder, args);
    const webhook = () => webhookOf(api);
    await waitUntil(() => webhook().failurePolicy === 'Fail');
    assert.is(webhook().clientConfig.caBundle, Buffer.from(pem).toString('base64'));
    const bad = await kubectl('apply', '--validate=false', '-f', at('bad.yaml'));
    assert.is(bad.code, 1);
    assert.match(
      bad.said,
      'admission webhook "pilot.validation.mesh-config" denied the request: ' +
        'configuration is invalid: gateway must have at least one server',
    );
    // The schema of the cluster holds as soon as it is compiled.
    while (!(await kubectl('create', '--dry-run=server', '--validate=false', '-f', at('good.yaml'))).said.includes('Warning'));
    assert.equal(await kubectl('apply', '--validate=false', '-f', at('good.yaml')), {
      said: 'Warning: spec.city is deprecated: use spec.town instead\ngateway.networking.istio.io/front created\n',
      code: 0,
    });
    const strict = await kubectl('create', '--warnings-as-errors', '--validate=false', '-f', at('other.yaml'));
    assert.is(strict.code, 1);
    for (const words of [
      'Warning: spec.city is deprecated: use spec.town instead\n',
      '1 warning received',
      'gateway.networking.istio.io/other created\n',
    ])
      assert.ok(strict.said.includes(words), strict.said);
    program.process.kill('SIGKILL');
    await program.ended;
    assert.match(
      (await kubectl('apply', '--validate=false', '-f', at('bad.yaml'))).said,
      /failed calling webhook "pilot\.validation\.mesh-config"/,
    );
  },
);
test.run();
