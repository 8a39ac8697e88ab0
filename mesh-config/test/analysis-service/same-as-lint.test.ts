import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createProgramFolder, waitUntilServing, startProgram, waitUntil } from '../server/start-program.ts';

const test = suite('mesh-config analysis and slipway lint');

const files: Readonly<Record<string, string>> = {
  'cluster.yaml': `apiVersion: v1
kind: Namespace
metadata: {name: default, labels: {istio-injection: enabled}}
---
# two ports
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    sidecar.istio.io/injct: "true"
spec:
  selector: {app: web}
  ports:
  - {port: 80, name: http}
  - {port: 81, name: data}
---
apiVersion: v1
kind: Pod
metadata: {name: web-1, labels: {app: web}}
spec: {containers: [{name: web, image: web}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: mail}
spec: {template: {metadata: {labels: {app: mail}}}}
`,
  'routes/a.yaml': `apiVersion: networking.istio.io/v1alpha3
kind: VirtualService
metadata: {name: a}
spec:
  hosts:
    - web
  gateways: [front, mesh]
  http:
    - websocketUpgrade: true
      timeout: soon
      route:
        - destination:
            host: web
            subset: v1
---
apiVersion: networking.istio.io/v1alpha3
kind: Gateway
metadata: {name: front}
spec:
  selector: {app: web}
`,
  'routes/b.yaml': `apiVersion: networking.istio.io/v1alpha3
kind: VirtualService
metadata:
  name: b
  annotations: {mesh-config/analyze-suppress: IST0101}
spec: {hosts: [web], http: [{route: [{destination: {host: nowhere}}]}]}
---
apiVersion: rbac.istio.io/v1alpha1
kind: ClusterRbacConfig
metadata: {name: default}
spec: {mode: "ON"}
---
apiVersion: example.com/v1
kind: Other
metadata: {name: x}
`,
  'routes/list.yaml': `# one by one
---
apiVersion: v1
kind: List
items:
- apiVersion: networking.istio.io/v1alpha3
  kind: Gateway
  metadata: {name: listed}
  spec: {selector: {app: web}}
- apiVersion: networking.istio.io/v1alpha3
  kind: VirtualService
  metadata: {name: listed}
  spec:
    hosts: [listed.test]
    gateways:
    - listed
    - unlisted
    http:
    - websocketUpgrade: true
      route: [{destination: {host: web, port: {number: 80}}}]
`,
};
const expected = [
  'cluster.yaml:11 IST0108 warning /metadata/annotations/sidecar.istio.io~1injct: Annotation "sidecar.istio.io/injct" is not known: nothing in the mesh reads it; look for a slip in its name',
  'cluster.yaml:16 IST0118 info /spec/ports/1/name: Port 81 is named "data", which does not say what is spoken there: write http, grpc, tcp, … or one of them, a hyphen and more, such as http-web',
  'cluster.yaml:21 IST0103 warning /spec: Pod web-1 has no proxy, though namespace default asks for one: start it again, or write the annotation sidecar.istio.io/inject: "false"',
  'cluster.yaml:26 IST0117 warning /spec/template: No Service of default selects the pods of this deployment: a workload in the mesh belongs to at least one; write a Service with a selector of its labels',
  'routes/a.yaml:10 IST0106 error /spec/http/0/timeout: expected a time, such as 1.5s or 100ms',
  'routes/a.yaml:12 IST0112 error /spec/http/0/route/0/destination: Host "web" has several ports (80, 81): write port.number to say which is meant',
  'routes/a.yaml:14 IST0101 error /spec/http/0/route/0/destination/subset: Subset "v1" of host "web" is not found: write it under subsets of a DestinationRule for web.default.svc.cluster.local',
  'routes/a.yaml:19 IST0106 error /spec/servers: gateway must have at least one server',
  'routes/a.yaml:6 IST0109 error /spec/hosts/0: Host web.default.svc.cluster.local of the mesh is in another VirtualService as well (default/b): which of them holds is not defined; write its routes in one',
  'routes/a.yaml:9 IST0002 warning /spec/http/0/websocketUpgrade: spec.http[0].websocketUpgrade is deprecated: Leave it out: WebSocket connections are upgraded without it.',
  'routes/b.yaml:6 IST0109 error /spec/hosts/0: Host web.default.svc.cluster.local of the mesh is in another VirtualService as well (default/a): which of them holds is not defined; write its routes in one',
  'routes/b.yaml:8 IST0002 warning : ClusterRbacConfig is deprecated: Write an AuthorizationPolicy (security.istio.io/v1beta1) instead: it selects workloads by labels and holds roles and their bindings in one.',
  'routes/list.yaml:17 IST0101 error /items/1/spec/gateways/1: Gateway "unlisted" is not found: expected a Gateway default/unlisted; write the name of one that is there, with its namespace and a slash where it is another',
  'routes/list.yaml:19 IST0002 warning /items/1/spec/http/0/websocketUpgrade: spec.http[0].websocketUpgrade is deprecated: Leave it out: WebSocket connections are upgraded without it.',
  'routes/list.yaml:9 IST0106 error /items/0/spec/servers: gateway must have at least one server',
];

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly severity: string;
  readonly pointer: string;
  readonly message: string;
}
const spelled = ({ file, line, rule, severity, pointer, message }: Finding): string =>
  `${file}:${line} ${rule} ${severity} ${pointer}: ${message}`;
const severities: Readonly<Record<string, string>> = { Info: 'info', Warn: 'warning', Error: 'error' };

test('both say the same of the same files', async () => {
  const here = await createProgramFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(here.config, name)), { recursive: true });
    writeFileSync(join(here.config, name), text);
  }
  const linted = await runSlipway(['lint', '.', '--format', 'json'], { folder: here.config });
  assert.equal((JSON.parse(linted.stdout) as Finding[]).map(spelled).sort(), expected);
  assert.is(linted.code, 1);

  const running = await waitUntilServing(startProgram(here, '--enableAnalysis', '--excludedResourceKinds', ''));
  interface Told {
    readonly Done: boolean;
    readonly Diagnostics: readonly {
      readonly code: string;
      readonly level: string;
      readonly source: string;
      readonly line: number;
      readonly pointer: string;
      readonly message: string;
    }[];
  }
  let told: Told | undefined;
  await waitUntil(async () => {
    told = (await (await fetch(`http://localhost:${here.ports.introspection}/analysisj/`)).json()) as Told;
    return told.Done;
  });
  const page = await (await fetch(`http://localhost:${here.ports.introspection}/analysisz/`)).text();
  running.process.kill('SIGTERM');
  assert.equal(
    told!.Diagnostics.map(({ code, level, source, line, pointer, message }) =>
      spelled({ file: relative(here.config, source), line, rule: code, severity: severities[level]!, pointer, message }),
    ).sort(),
    expected,
  );
  assert.is(await running.ended, 0);
  assert.match(
    running.output(),
    /\terror\tanalysis\t\[IST0112\] VirtualService default\/a \(.*routes\/a\.yaml:12 \/spec\/http\/0\/route\/0\/destination\): Host "web" has several ports/,
  );
  assert.match(
    running.output(),
    /\terror\tanalysis\t\[IST0106\] Gateway default\/listed \(.*routes\/list\.yaml:9 \/items\/0\/spec\/servers\): gateway must have at least one server/,
  );
  assert.match(page, /routes\/list\.yaml:17 \/items\/1\/spec\/gateways\/1/);
});
test('every report of the linter has the codes as rules, the levels as severities, and the pages of the codes', async () => {
  const folder = temporaryFolder(files);
  const said = async (...args: string[]): Promise<string> => (await runSlipway(['lint', '.', ...args], { folder })).stdout;
  assert.match(await said(), 'routes/a.yaml:19:1: error: IST0106: gateway must have at least one server\n  19 | spec:\n');
  assert.match(
    await said('--format', 'github'),
    '::error file=routes/a.yaml,line=19,col=1,endLine=19,endColumn=5,title=IST0106::gateway must have at least one server',
  );
  assert.match(await said('--format', 'junit'), 'IST0106');
  const {
    runs: [
      {
        tool: {
          driver: { rules },
        },
        results,
      },
    ],
  } = JSON.parse(await said('--format', 'sarif')) as {
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
test('severities, comments and the config file hold for what is found across files, too', async () => {
  const folder = temporaryFolder({
    'slipway-lint.json': '{"rules": {"IST0109": "off", "IST0002": "info"}, "ignore": [{"rules": "IST0112", "reason": "later"}]}',
    'a.yaml': files['routes/a.yaml']!.replace('  gateways', '  # slipway-lint-ignore-next-line IST0101 -- soon\n  gateways'),
    'b.yaml': `# slipway-lint-ignore-file IST0113\n${files['routes/b.yaml']}`,
    'c.yaml': files['cluster.yaml']!,
  });
  const { stdout } = await runSlipway(['lint', 'a.yaml', 'b.yaml', 'c.yaml', '--format', 'json', '--rule', 'IST0106=warning'], { folder });
  assert.equal(
    (JSON.parse(stdout) as Finding[])
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
test('standard input is judged by itself: what it names is elsewhere', async () => {
  const folder = temporaryFolder({ 'a.yaml': files['routes/a.yaml']! });
  const { stdout } = await runSlipway(['lint', 'a.yaml', '--format', 'json'], { folder });
  assert.equal(
    (JSON.parse(stdout) as Finding[]).map(({ line, rule }) => `${line} ${rule}`),
    ['9 IST0002', '10 IST0106', '14 IST0101', '19 IST0106'],
  );
  assert.match(
    (await runSlipway(['lint', '--print-rules'], { folder })).stdout,
    'IST0112 (error): A destination with several ports needs the one that is meant.\n',
  );
});
test.run();
