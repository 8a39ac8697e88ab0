import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Resource, SourceEvent } from '../../src/resources/resource.ts';
import { meshDefaults } from '../../src/mesh-file/mesh-defaults.ts';
import { type MeshFileSource, createMeshFileSource } from '../../src/mesh-file/mesh-file-source.ts';
import { parseMeshFile } from '../../src/mesh-file/parse-mesh-file.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';

interface Context {
  folder: string;
  path: string;
  mesh: MeshFileSource;
  events: SourceEvent[];
  log: ReturnType<typeof createRecordingScope>;
}
const test = suite<Context>('mesh-config mesh file');

test.before.each((context) => {
  context.folder = temporaryFolder();
  context.path = join(context.folder, 'mesh');
  context.events = [];
  context.log = createRecordingScope();
  context.mesh = createMeshFileSource({
    path: context.path,
    scope: context.log,
    emit: (event) => {
      context.events.push(event);
    },
  });
});
test.after.each(async ({ mesh }) => {
  await mesh.stop();
});

const resources = (events: readonly SourceEvent[]): readonly Resource[] =>
  events.flatMap((event) => ('resource' in event ? [event.resource] : []));
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds())
    await new Promise((done) => {
      setTimeout(done, 5);
    });
};

test('without a file there are the defaults, one resource, and this is said', async ({ mesh, events, log, path }) => {
  await mesh.start();
  assert.equal(
    events.map(({ kind }) => kind),
    ['added', 'full-sync'],
  );
  const [resource] = resources(events);
  assert.equal(
    [resource?.collection, resource?.name, resource?.version],
    ['istio/mesh/v1alpha1/MeshConfig', 'istio-system/meshconfig', 'v1'],
  );
  assert.equal(resource?.spec, {
    disablePolicyChecks: true,
    rootNamespace: 'istio-system',
    proxyListenPort: 15001,
    connectTimeout: '1s',
    ingressService: 'istio-ingressgateway',
    ingressClass: 'istio',
    ingressControllerMode: 'STRICT',
    enableTracing: true,
    accessLogFile: '/dev/stdout',
    defaultServiceExportTo: ['*'],
    defaultVirtualServiceExportTo: ['*'],
    defaultDestinationRuleExportTo: ['*'],
    outboundTrafficPolicy: { mode: 'ALLOW_ANY' },
    dnsRefreshRate: '5s',
    protocolDetectionTimeout: '0.1s',
    enableAutoMtls: false,
    defaultConfig: {
      configPath: '/etc/istio/proxy',
      binaryPath: '/usr/local/bin/envoy',
      serviceCluster: 'istio-proxy',
      drainDuration: '45s',
      parentShutdownDuration: '60s',
      discoveryAddress: 'istio-pilot:15010',
      connectTimeout: '1s',
      envoyMetricsService: {},
      envoyAccessLogService: {},
      proxyAdminPort: 15000,
      statNameLength: 189,
    },
  });
  assert.equal(
    [log.lines, mesh.trustDomain()],
    [[`info there is no mesh file ${path}: the defaults are used until there is one`], 'cluster.local'],
  );
});
test('a file that has never been there is not missed again', async ({ mesh, events, log, path }) => {
  await mesh.start();
  await mesh.reload();
  await mesh.reload();
  assert.equal(
    [resources(events).length, log.lines],
    [1, [`info there is no mesh file ${path}: the defaults are used until there is one`]],
  );
});
test('without its folder there is no start', async ({ log, folder }) => {
  const mesh = createMeshFileSource({ path: join(folder, 'none', 'mesh'), scope: log, emit: () => {} });
  try {
    await mesh.start();
    assert.unreachable();
  } catch (error) {
    assert.is((error as Error).message, `open ${join(folder, 'none')}: no such file or directory`);
  }
});
test('what is written replaces its default, by both names; of defaultConfig field by field', () => {
  const read = parseMeshFile(
    'trust_domain: a.example\noutboundTrafficPolicy: {mode: REGISTRY_ONLY}\ndefaultServiceExportTo: []\n' +
      'accessLogFile: null\ndefaultConfig:\n  proxy_admin_port: 1\n',
  );
  assert.equal('spec' in read && read.spec, {
    ...meshDefaults,
    trustDomain: 'a.example',
    outboundTrafficPolicy: { mode: 'REGISTRY_ONLY' },
    defaultServiceExportTo: [],
    defaultConfig: { ...meshDefaults.defaultConfig, proxyAdminPort: 1 },
  });
});
for (const [text, line, fault] of [
  ['trustDomain: [\n', 2, 'Flow sequence in block collection must be sufficiently indented and end with a ]'],
  ['# of the mesh\ntrustDomain: a\nconnectTimeout: soon\n', 3, '/connectTimeout: expected a duration, such as 5s or 100ms, found "soon"'],
  [
    'defaultConfig:\n  proxyAdminPort: many\n',
    2,
    '/defaultConfig/proxyAdminPort: expected a whole number from -2147483648 to 2147483647, found "many"',
  ],
  ['- a\n', 1, 'expected the fields of a MeshConfig'],
  ['a: 1\n---\nb: 2\n', 2, 'expected one document, found another'],
] as const)
  test(`wrong is ${JSON.stringify(text)}`, () => {
    assert.equal(parseMeshFile(text), { fault, line });
  });
test('a field that MeshConfig does not have makes the file invalid; ingressControllerMode may be OFF without quotes', () => {
  assert.equal(parseMeshFile('rootNamespace: a\nrootNamespaces: b\n'), { fault: '/rootNamespaces is not a field of MeshConfig', line: 2 });
  const read = parseMeshFile('ingressControllerMode: OFF\n') as Extract<ReturnType<typeof parseMeshFile>, { spec: unknown }>;
  assert.equal(
    [read.spec['ingressControllerMode'], read.ambiguous],
    ['OFF', [{ line: 1, message: 'OFF is false in YAML 1.1, which Kubernetes reads: write false, or "OFF" if the text is meant' }]],
  );
});
test('a file that is broken changes nothing, is reported once, and heals', async ({ mesh, events, log, path }) => {
  writeFileSync(path, 'trustDomain: one\n');
  await mesh.start();
  writeFileSync(path, 'trustDomain: {}\n');
  await mesh.reload();
  await mesh.reload();
  assert.equal([resources(events).length, mesh.trustDomain()], [1, 'one']);
  assert.equal(log.lines, [
    `error the mesh file ${path}:1 is invalid: /trustDomain: expected a text, found {}; its previous content stays in use`,
  ]);
  rmSync(path);
  await mesh.reload();
  assert.equal(
    [resources(events).length, log.lines.at(-1)],
    [1, `error the mesh file ${path} cannot be read: ENOENT; its previous content stays in use`],
  );
  writeFileSync(path, 'trustDomain: two\n');
  await mesh.reload();
  assert.equal(
    resources(events).map(({ version, spec }) => [version, (spec as { trustDomain: string }).trustDomain]),
    [
      ['v1', 'one'],
      ['v2', 'two'],
    ],
  );
});
test('a file that says the same in other words is no change', async ({ mesh, events, log, path }) => {
  writeFileSync(path, 'trustDomain: one\n');
  await mesh.start();
  await mesh.reload();
  writeFileSync(path, '# the same\ntrust_domain: "one"\n');
  await mesh.reload();
  assert.equal([events.map(({ kind }) => kind), log.lines], [['added', 'full-sync'], []]);
});
test('a file that is broken from the start leaves the defaults', async ({ mesh, events, log, path }) => {
  writeFileSync(path, 'nonsense');
  await mesh.start();
  assert.equal(
    [resources(events).map(({ spec }) => spec), log.lines],
    [[meshDefaults], [`error the mesh file ${path}:1 is invalid: expected the fields of a MeshConfig; the defaults are used`]],
  );
});
test('a file that comes, and a mounted volume that is swapped, are seen', async ({ mesh, events, folder, path }) => {
  await mesh.start();
  for (const [version, domain] of [
    ['..1', 'one'],
    ['..2', 'two'],
  ] as const) {
    mkdirSync(join(folder, version));
    writeFileSync(join(folder, version, 'mesh'), `trustDomain: ${domain}\n`);
  }
  symlinkSync('..1', join(folder, '..data'));
  symlinkSync('..data/mesh', path);
  await until(() => mesh.trustDomain() === 'one');
  symlinkSync('..2', join(folder, '..tmp'));
  renameSync(join(folder, '..tmp'), join(folder, '..data'));
  await until(() => mesh.trustDomain() === 'two');
  assert.equal(
    events.map(({ kind }) => kind),
    ['added', 'full-sync', 'updated', 'updated'],
  );
});
test.run();
