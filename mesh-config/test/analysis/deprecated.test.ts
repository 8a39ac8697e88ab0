import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { documentHead } from './documents.ts';
import { findDiagnostics } from './find-diagnostics.ts';

const test = suite('mesh analysis deprecated');

test('regular expressions must have the syntax of RE2', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('VirtualService', 'a')}  hosts: [web]
  http:
  - match:
    - uri: {regex: "/a(b"}
    - headers:
        x: {regex: "a.*"}
        z:
          regex: "(?!a)b"
    route: [{destination: {host: web}}]
`,
      'IST0122',
    ),
    [
      'IST0122 Warn mesh.yaml:9 /spec/http/0/match/0/uri/regex VirtualService default/a: ' +
        '"/a(b" is no regular expression of RE2: missing closing ): `/a(b`',
      'IST0122 Warn mesh.yaml:13 /spec/http/0/match/1/headers/z/regex VirtualService default/a: ' +
        '"(?!a)b" is no regular expression of RE2: invalid or unsupported Perl syntax: `(?!`',
    ],
  );
});
test('deprecated fields are findings that name the replacement', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('VirtualService', 'a')}  hosts: [web]
  http:
  - websocketUpgrade: true
    appendHeaders: {a: b}
    mirror_percent: 5
    fault:
      delay: {percent: 10, fixedDelay: 1s}
    route:
    - destination: {host: web}
      removeResponseHeaders: [a]
---
${documentHead('EnvoyFilter', 'b')}  workloadLabels: {app: web}
  filters: []
---
${documentHead('DestinationRule', 'c')}  host: web
  trafficPolicy:
    outlierDetection: {consecutiveErrors: 5}
`,
      'IST0002',
    ),
    [
      'IST0002 Warn mesh.yaml:8 /spec/http/0/websocketUpgrade VirtualService default/a: ' +
        'spec.http[0].websocketUpgrade is deprecated: Leave it out: WebSocket connections are upgraded without it.',
      'IST0002 Warn mesh.yaml:9 /spec/http/0/appendHeaders VirtualService default/a: ' +
        'spec.http[0].appendHeaders is deprecated: Write them under `headers.request.add`.',
      'IST0002 Warn mesh.yaml:10 /spec/http/0/mirror_percent VirtualService default/a: ' +
        'spec.http[0].mirror_percent is deprecated: Write it as `mirrorPercentage.value`, which may have a fraction.',
      'IST0002 Warn mesh.yaml:12 /spec/http/0/fault/delay/percent VirtualService default/a: ' +
        'spec.http[0].fault.delay.percent is deprecated: Write it as `percentage.value`, which may have a fraction.',
      'IST0002 Warn mesh.yaml:15 /spec/http/0/route/0/removeResponseHeaders VirtualService default/a: ' +
        'spec.http[0].route[0].removeResponseHeaders is deprecated: Write them under `headers.response.remove`.',
      'IST0002 Warn mesh.yaml:22 /spec/workloadLabels EnvoyFilter default/b: ' +
        'spec.workloadLabels is deprecated: Write them under `workloadSelector.labels`.',
      'IST0002 Warn mesh.yaml:23 /spec/filters EnvoyFilter default/b: ' +
        'spec.filters is deprecated: Write them as `configPatches`, each with what it applies to, where, and the patch.',
      'IST0002 Warn mesh.yaml:32 /spec/trafficPolicy/outlierDetection/consecutiveErrors DestinationRule default/c: ' +
        'spec.trafficPolicy.outlierDetection.consecutiveErrors is deprecated: ' +
        'Use `consecutive5xxErrors`, which counts the same answers, or `consecutiveGatewayErrors`, which counts those of gateways alone.',
    ],
  );
});
test('deprecated kinds are findings', () => {
  assert.equal(
    findDiagnostics(
      `apiVersion: rbac.istio.io/v1alpha1
kind: ClusterRbacConfig
metadata:
  name: default
spec: {mode: ON}
---
apiVersion: config.istio.io/v1alpha2
kind: handler
metadata:
  name: h
spec: {compiledAdapter: stdio}
`,
      'IST0002',
    ),
    [
      'IST0002 Warn mesh.yaml:1  ClusterRbacConfig default: ' +
        'ClusterRbacConfig is deprecated: Write an AuthorizationPolicy (security.istio.io/v1beta1) instead: ' +
        'it selects workloads by labels and holds roles and their bindings in one.',
      'IST0002 Warn mesh.yaml:7  handler default/h: ' +
        'handler is deprecated: Mixer is not part of a mesh any more: ' +
        'what it did is done in the proxies. Configure telemetry and extensions there, and access with an AuthorizationPolicy.',
    ],
  );
});
test.run();
