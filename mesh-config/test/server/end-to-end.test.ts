// watchdog: 60 s
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { freePort } from '@slipway/test-support/free-port';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { missingOpenssl } from '../mcp/certificates.ts';
import { connectSink } from '../mcp/sink.ts';
import { sendRequest, writeKeyPair, createReview } from '../validation/start-webhook.ts';
import { remainingFiles, createProgramFolder, type RunningProgram, waitUntilServing, startProgram, waitUntil } from './start-program.ts';

const test = suite('mesh-config as a whole');
const real = missingOpenssl === '' ? test : skipWithReason(test, missingOpenssl);
let running: RunningProgram | undefined;
test.after(() => {
  running?.process.kill('SIGKILL');
});

const writeResources = (folder: string): void => {
  for (const [name, namespace] of [
    ['front', 'edge'],
    ['back', 'edge'],
  ] as const) {
    writeFileSync(
      join(folder, `${name}.yaml`),
      `apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\nmetadata: {name: ${name}, namespace: ${namespace}}\n` +
        'spec: {servers: [{port: {number: 80, name: http, protocol: HTTP}, hosts: ["*"]}]}\n',
    );
  }
  writeFileSync(
    join(folder, 'rbac.yaml'),
    'apiVersion: rbac.istio.io/v1alpha1\nkind: ClusterRbacConfig\nmetadata: {name: default}\nspec: {mode: "ON"}\n',
  );
};
/** Lines of the metrics page once each part did something. */
const expectedMetrics: readonly string[] = [
  'cfgmgr_runtime_state_type_instances_total{collection="istio/networking/v1alpha3/gateways"} 2',
  'cfgmgr_istio_networking_gateways{name="back",namespace="edge",version="v1alpha3"} 1',
  'cfgmgr_istio_networking_gateways{name="front",namespace="edge",version="v1alpha3"} 1',
  'cfgmgr_istio_rbac_clusterrbacconfigs{name="default",namespace="",version="v1alpha1"} 1',
  'mesh_mcp_clients_total{component="mesh-config"} 1',
  'mesh_mcp_request_acks_total{component="mesh-config",collection="istio/networking/v1alpha3/gateways"} 1',
  'mesh_mcp_request_nacks_total{component="mesh-config",collection="istio/networking/v1alpha3/sidecars",code="InvalidArgument"} 1',
  'mesh_mcp_message_sizes_bytes_count{component="mesh-config",collection="istio/networking/v1alpha3/gateways"} 2',
  'cfgmgr_validation_failed{group="mesh.example.com",version="v1",resource="routes",reason="unknown_type"} 1',
  'cfgmgr_validation_cert_key_updates 1',
];

real('every part starts in its order, a variable that means nothing is told, and each part is counted under its labels', async () => {
  const [here, pair, validation, profiles] = [await createProgramFolder(), temporaryFolder(), await freePort(), await freePort()];
  writeKeyPair(pair, 'mesh-config');
  writeResources(here.config);
  process.env['MCP_SOURCE_REQ_FREQ'] = 'bogus';
  try {
    running = await waitUntilServing(
      startProgram(
        here,
        '--enable-validation',
        '--enable-reconcileWebhookConfiguration=false',
        `--validation-port=${validation}`,
        `--validation.tls.clientCertificate=${pair}/cert.pem`,
        `--validation.tls.privateKey=${pair}/key.pem`,
        '--enableProfiling',
        `--pprofPort=${profiles}`,
        '--readinessProbeInterval=100ms',
      ),
    );
  } finally {
    delete process.env['MCP_SOURCE_REQ_FREQ'];
  }
  assert.match(running.output(), /^\S+\twarn\tInvalid environment variable value `bogus`, expecting a duration, defaulting to 1s$/m);
  assert.is(
    /\tserving: (.*)$/m.exec(running.output())?.[1],
    'liveness probe, readiness probe, schemas, reload signal of schemas, validation server, snapshots, mesh file, ' +
      'processing, file source, reload signal, monitoring, profiling, introspection',
  );

  const one = connectSink(`unix:${here.socket}`);
  const gateways = 'istio/networking/v1alpha3/gateways';
  one.sendRequest({ collection: gateways });
  await one.next();
  one.sendRequest({ collection: gateways, response_nonce: '1' });
  one.sendRequest({ collection: 'istio/networking/v1alpha3/sidecars' });
  await one.next();
  one.sendRequest({ collection: 'istio/networking/v1alpha3/sidecars', response_nonce: '2', error_detail: { code: 3, message: 'no' } });
  await sendRequest(
    validation,
    '/validate',
    JSON.stringify(createReview({ apiVersion: 'mesh.example.com/v1', kind: 'Route', metadata: { name: 'x' } })),
    { 'content-type': 'application/json' },
  );
  const told = async (): Promise<readonly string[]> =>
    (await (await fetch(`http://127.0.0.1:${here.ports.monitoring}/metrics`)).text()).split('\n');
  await waitUntil(async () => (await told()).some((line) => line.startsWith('mesh_mcp_request_nacks_total{')));
  const lines = await told();
  for (const line of expectedMetrics)
    assert.ok(lines.includes(line), `${line} is not in\n${lines.filter((other) => other.startsWith(line.split('{')[0]!)).join('\n')}`);
  assert.match(lines.join('\n'), /^mesh_build\{component="mesh-config",tag="[^"]+"\} 1$/m);
  assert.is((await fetch(`http://localhost:${profiles}/debug/pprof/symbol`)).status, 200);

  writeFileSync(join(here.config, 'front.yaml'), '');
  running.process.kill('SIGUSR1');
  await waitUntil(async () => !(await told()).some((line) => line.startsWith('cfgmgr_istio_networking_gateways{name="front"')));
  running.process.kill('SIGTERM');
  assert.equal([await running.ended, remainingFiles(here)], [0, []]);
  assert.equal(
    running
      .output()
      .split('\n')
      .filter((line) => /\t(error|fatal)\t/.test(line)),
    [],
  );
  one.close();
});
test('a log that is silent does not hide why there is no start', async () => {
  const here = await createProgramFolder();
  const silent = startProgram(here, '--log_output_level', 'all:none', '--server-address', 'foo://x');
  assert.equal(
    [await silent.ended, silent.output()],
    [1, 'Error: Error creating server: unable to listen: listen foo: unknown network foo\n'],
  );
  const nothing = startProgram(here, '--log_output_level', 'all:none', '--enable-server=false');
  assert.equal(
    [await nothing.ended, nothing.output()],
    [1, 'Error: mesh-config must be running under at least one mode: server or validation\n'],
  );
});
test('what is in the way of a start is reported with its place', async () => {
  const here = await createProgramFolder();
  const taken = createServer().unref();
  await new Promise<void>((done) => {
    taken.listen(here.ports.introspection, 'localhost', done);
  });
  for (const [flags, sentence] of [
    [['--meshConfigFile', join(here.config, 'none', 'mesh')], `open ${join(here.config, 'none')}: no such file or directory`],
    [
      ['--insecure=false', '--accessListFile', join(here.config, 'none', 'list')],
      `open ${join(here.config, 'none')}: no such file or directory`,
    ],
    [
      ['--insecure=false', '--accessListFile', join(here.config, 'list'), '--tlsCertFile', '/nowhere/cert.pem'],
      'open /nowhere/cert.pem: no such file or directory',
    ],
    [[], `unable to start introspection: listen tcp localhost:${here.ports.introspection}: bind: address already in use`],
  ] as const) {
    const one = startProgram(here, ...flags);
    assert.equal([await one.ended, remainingFiles(here)], [1, []]);
    assert.is(
      one.output().trimEnd().split('\n').at(-1)?.split('\t').slice(1).join('\t'),
      `fatal\tserver\tError creating server: ${sentence}`,
    );
  }
  taken.close();
});
test('a missing folder of configuration is reported, and serving continues', async () => {
  const here = await createProgramFolder();
  const without = (running = await waitUntilServing(startProgram(here, '--configPath', join(here.config, 'none'))));
  await waitUntil(() => /\terror\tsource\t.*none/.test(without.output()));
  assert.equal(remainingFiles(here), [here.socket, here.liveness, here.readiness]);
  without.process.kill('SIGTERM');
  assert.is(await without.ended, 0);
});
test.run();
