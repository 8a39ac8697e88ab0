import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { type LintFinding, meshFiles } from './mesh-with-findings.ts';

const test = suite('mesh-config analysis in reports of slipway lint');

test('every report of the linter has codes as rules, levels as severities, and the pages of the codes', async () => {
  const folder = temporaryFolder(meshFiles);
  const lint = async (...args: string[]): Promise<string> => (await runSlipway(['lint', '.', ...args], { folder })).stdout;
  assert.match(await lint(), 'routes/a.yaml:19:1: error: IST0106: gateway must have at least one server\n  19 | spec:\n');
  assert.match(
    await lint('--format', 'github'),
    '::error file=routes/a.yaml,line=19,col=1,endLine=19,endColumn=5,title=IST0106::gateway must have at least one server',
  );
  assert.match(await lint('--format', 'junit'), 'IST0106');
  const {
    runs: [
      {
        tool: {
          driver: { rules },
        },
        results,
      },
    ],
  } = JSON.parse(await lint('--format', 'sarif')) as {
    runs: [
      { tool: { driver: { rules: { id: string; helpUri?: string }[] } }; results: { ruleId: string; ruleIndex: number; level: string }[] },
    ];
  };
  const found = results.find(({ ruleId }) => ruleId === 'IST0118')!;
  assert.is(found.level, 'note');
  assert.equal(
    [rules[found.ruleIndex]!.id, rules[found.ruleIndex]!.helpUri],
    ['IST0118', 'https://istio.io/latest/docs/reference/config/analysis/ist0118/'],
  );
});
test('kinds and fields of later releases are remarks, and no errors', async () => {
  const head = (apiVersion: string, kind: string): string =>
    `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a, namespace: b}\nspec: {unknown: [1]}\n`;
  const newer = [
    ['gateway.networking.k8s.io/v1', 'Gateway'],
    ['gateway.networking.k8s.io/v1beta1', 'HTTPRoute'],
    ['telemetry.istio.io/v1', 'Telemetry'],
    ['extensions.istio.io/v1alpha1', 'WasmPlugin'],
    ['networking.istio.io/v1beta1', 'ProxyConfig'],
    ['networking.istio.io/v1', 'WorkloadEntry'],
    ['networking.istio.io/v1alpha3', 'WorkloadGroup'],
  ] as const;
  const filter =
    'apiVersion: networking.istio.io/v1alpha3\nkind: EnvoyFilter\nmetadata: {name: a, namespace: b}\nspec:\n  priority: 10\n' +
    '  configPatches:\n  - applyTo: HTTP_FILTER\n    match: {listener: {listenerFilter: x}}\n' +
    '    patch: {operation: REMOVE}\n  - applyTo: HTTP_FILTER\n    patch: {operation: REMOVE, filterClass: AUTHZ}\n' +
    '  - applyTo: LISTENER_FILTER\n    patch: {operation: REMOVE}\n';
  const others = head('networking.istio.io/v1', 'Unheard') + '---\n' + head('other.example/v1', 'Telemetry');
  const folder = temporaryFolder({
    'a.yaml': newer.map(([apiVersion, kind]) => head(apiVersion, kind)).join('---\n'),
    'b.yaml': filter,
    'c.yaml': others,
    'd.yaml': `apiVersion: v1\nkind: List\nitems:\n- {apiVersion: telemetry.istio.io/v1, kind: Telemetry, metadata: {name: c}}\n`,
  });
  const { code, stdout } = await runSlipway(['lint', '.', '--format', 'json'], { folder });
  const end = 'is newer than release 1.5 of the mesh, which is supported: it is not checked';
  assert.equal(
    (JSON.parse(stdout) as LintFinding[]).map(({ file, line, rule, severity, pointer, message }) =>
      [file, line, rule, severity, pointer, message].join(' '),
    ),
    [
      ...newer.map(
        ([apiVersion, kind], index) => `a.yaml ${2 + 5 * index} newer-release info /kind the kind ${kind} of ${apiVersion} ${end}`,
      ),
      `b.yaml 5 newer-release info /spec/priority priority ${end}`,
      `b.yaml 8 newer-release info /spec/configPatches/0/match/listener/listenerFilter listenerFilter ${end}`,
      `b.yaml 11 newer-release info /spec/configPatches/1/patch/filterClass filterClass ${end}`,
      `b.yaml 12 newer-release info /spec/configPatches/2/applyTo applyTo: LISTENER_FILTER ${end}`,
      `d.yaml 4 newer-release info /items/0/kind the kind Telemetry of telemetry.istio.io/v1 ${end}`,
    ],
  );
  assert.is(code, 0);
});
test('severities, comments and the configuration file apply to findings across files as well', async () => {
  const folder = temporaryFolder({
    'slipway-lint.json': '{"rules": {"IST0109": "off", "IST0002": "info"}, "ignore": [{"rules": "IST0112", "reason": "later"}]}',
    'a.yaml': meshFiles['routes/a.yaml']!.replace('  gateways', '  # slipway-lint-ignore-next-line IST0101 -- soon\n  gateways'),
    'b.yaml': `# slipway-lint-ignore-file IST0113\n${meshFiles['routes/b.yaml']}`,
    'c.yaml': meshFiles['cluster.yaml']!,
  });
  const { stdout } = await runSlipway(['lint', 'a.yaml', 'b.yaml', 'c.yaml', '--format', 'json', '--rule', 'IST0106=warning'], { folder });
  assert.equal(
    (JSON.parse(stdout) as LintFinding[])
      .filter(({ file }) => file !== 'c.yaml')
      .map(({ file, line, rule, severity }) => `${file}:${line} ${rule} ${severity}`),
    [
      'a.yaml:7 unused-ignore info',
      'a.yaml:10 IST0002 info',
      'a.yaml:11 IST0106 warning',
      'a.yaml:15 IST0101 error',
      'a.yaml:20 IST0106 warning',
      'b.yaml:1 unused-ignore info',
      'b.yaml:9 IST0002 info',
    ],
  );
});
test('a single file is checked on its own, and --print-rules lists the codes', async () => {
  const folder = temporaryFolder({ 'a.yaml': meshFiles['routes/a.yaml']! });
  const { stdout } = await runSlipway(['lint', 'a.yaml', '--format', 'json'], { folder });
  assert.equal(
    (JSON.parse(stdout) as LintFinding[]).map(({ line, rule }) => `${line} ${rule}`),
    ['9 IST0002', '10 IST0106', '14 IST0101', '19 IST0106'],
  );
  assert.match(
    (await runSlipway(['lint', '--print-rules'], { folder })).stdout,
    'IST0112 (error): A destination without a port refers to a host with several ports.\n',
  );
});
const gateway = (port: number): string =>
  `apiVersion: networking.istio.io/v1\nkind: Gateway\nmetadata: {name: edge, namespace: default}\nspec:\n  selector: {app: edge}\n` +
  `  servers: [{port: {number: ${port}, name: http, protocol: HTTP}, hosts: ["*"]}]\n`;
const route = (gatewayName: string): string =>
  `apiVersion: networking.istio.io/v1\nkind: VirtualService\nmetadata: {name: shop, namespace: default}\nspec:\n  hosts: [shop.example]\n` +
  `  gateways: [${gatewayName}]\n  http: [{route: [{destination: {host: shop.example}}]}]\n`;

test('resources of one kind, namespace and name are variants: each is analyzed with those beside it, and reported', async () => {
  const files = {
    'dev/gateway.yaml': gateway(80),
    'dev/route.yaml': route('edge'),
    'prod/gateway.yaml': gateway(8080),
    'prod/route.yaml': route('missing'),
    'prod/entry.yaml':
      'apiVersion: networking.istio.io/v1\nkind: ServiceEntry\nmetadata: {name: shop, namespace: default}\nspec:\n' +
      '  hosts: [shop.example]\n  location: MESH_EXTERNAL\n  resolution: DNS\n  ports: [{number: 80, name: http, protocol: HTTP}]\n',
  };
  const { code, stdout } = await runSlipway(['lint', 'dev', 'prod', '--format', 'json', '--rule', 'IST0109=off'], {
    folder: temporaryFolder(files),
  });
  const found = (JSON.parse(stdout) as (LintFinding & { readonly message: string })[]).filter(({ rule }) =>
    ['IST0101', 'duplicate-resource'].includes(rule),
  );
  assert.equal(
    [
      code,
      found.map(
        ({ file, line, rule, severity, message }) => `${file}:${line} ${rule} ${severity}${rule === 'IST0101' ? '' : `: ${message}`}`,
      ),
    ],
    [
      1,
      [
        'prod/gateway.yaml:3 duplicate-resource info: another resource of this kind has the same namespace and name: default/edge ' +
          '(dev/gateway.yaml); each is analyzed with the resources beside it, as if the other did not exist',
        'prod/route.yaml:3 duplicate-resource info: another resource of this kind has the same namespace and name: default/shop ' +
          '(dev/route.yaml); each is analyzed with the resources beside it, as if the other did not exist',
        'prod/route.yaml:6 IST0101 error',
      ],
    ],
  );
});
test('one document that holds a name twice is reported, and both are analyzed', async () => {
  const folder = temporaryFolder({ 'a.yaml': `${route('edge')}---\n${route('missing')}---\n${gateway(80)}` });
  const { stdout } = await runSlipway(['lint', 'a.yaml', '--format', 'json'], { folder });
  assert.equal(
    (JSON.parse(stdout) as LintFinding[])
      .filter(({ rule, line }) => rule === 'duplicate-resource' || (rule === 'IST0101' && line > 8))
      .map(({ line, rule }) => `${line} ${rule}`),
    ['11 duplicate-resource', '14 IST0101', '15 IST0101'],
  );
});
test.run();
