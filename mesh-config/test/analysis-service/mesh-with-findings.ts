/** Files of a mesh with findings of most kinds, by their names. */
export const meshFiles: Readonly<Record<string, string>> = {
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
/** What is wrong in them: file, line, rule, severity, pointer and message, sorted. */
export const expectedFindings = [
  'cluster.yaml:11 IST0108 warning /metadata/annotations/sidecar.istio.io~1injct: ' +
    'Annotation "sidecar.istio.io/injct" is not known: nothing in the mesh reads it; look for a slip in its name',
  'cluster.yaml:16 IST0118 info /spec/ports/1/name: ' +
    'Port 81 is named "data", which does not name its protocol: ' +
    'write http, grpc, tcp, … or one of them, a hyphen and more, such as http-web',
  'cluster.yaml:21 IST0103 warning /spec: ' +
    'Pod web-1 has no proxy although injection is enabled for namespace default: ' +
    'start it again, or write the annotation sidecar.istio.io/inject: "false"',
  'cluster.yaml:26 IST0117 warning /spec/template: ' +
    'No Service of default selects the pods of this deployment: a workload in the mesh belongs to at least one; ' +
    'write a Service with a selector of its labels',
  'routes/a.yaml:10 IST0106 error /spec/http/0/timeout: expected a time, such as 1.5s or 100ms',
  'routes/a.yaml:12 IST0112 error /spec/http/0/route/0/destination: ' +
    'Host "web" has several ports (80, 81): write port.number to choose one',
  'routes/a.yaml:14 IST0101 error /spec/http/0/route/0/destination/subset: ' +
    'Subset "v1" of host "web" is not found: write it under subsets of a DestinationRule for web.default.svc.cluster.local',
  'routes/a.yaml:19 IST0106 error /spec/servers: gateway must have at least one server',
  'routes/a.yaml:6 IST0109 error /spec/hosts/0: ' +
    'Host web.default.svc.cluster.local of the mesh is in another VirtualService as well (default/b): ' +
    'which of them holds is not defined; write its routes in one',
  'routes/a.yaml:9 IST0002 warning /spec/http/0/websocketUpgrade: ' +
    'spec.http[0].websocketUpgrade is deprecated: Leave it out: WebSocket connections are upgraded without it.',
  'routes/b.yaml:6 IST0109 error /spec/hosts/0: ' +
    'Host web.default.svc.cluster.local of the mesh is in another VirtualService as well (default/a): ' +
    'which of them holds is not defined; write its routes in one',
  'routes/b.yaml:8 IST0002 warning : ' +
    'ClusterRbacConfig is deprecated: Write an AuthorizationPolicy (security.istio.io/v1beta1) instead: ' +
    'it selects workloads by labels and holds roles and their bindings in one.',
  'routes/list.yaml:17 IST0101 error /items/1/spec/gateways/1: ' +
    'Gateway "unlisted" is not found: expected a Gateway default/unlisted; ' +
    'write the name of one that is there, with its namespace and a slash where it is another',
  'routes/list.yaml:19 IST0002 warning /items/1/spec/http/0/websocketUpgrade: ' +
    'spec.http[0].websocketUpgrade is deprecated: Leave it out: WebSocket connections are upgraded without it.',
  'routes/list.yaml:9 IST0106 error /items/0/spec/servers: gateway must have at least one server',
];

/** A finding in the linter's JSON report. */
export interface LintFinding {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly severity: string;
  readonly pointer: string;
  readonly message: string;
}
/** `routes/a.yaml:19 IST0106 error /spec/servers: …` */
export const formatFinding = ({ file, line, rule, severity, pointer, message }: LintFinding): string =>
  `${file}:${line} ${rule} ${severity} ${pointer}: ${message}`;
