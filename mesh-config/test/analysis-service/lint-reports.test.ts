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
