import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

const text = { type: 'string' },
  name = { type: 'string', pattern: '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$', maxLength: 253 };

const backendSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    name,
    weight: { type: 'integer', minimum: 0, maximum: 100 },
    port: { 'x-kubernetes-int-or-string': true },
    labels: { type: 'object', additionalProperties: text },
  },
};

const matchSchema = {
  type: 'object',
  properties: Object.fromEntries(
    ['uri', 'method', 'authority', 'scheme'].map((field) => [
      field,
      {
        type: 'object',
        properties: { exact: text, prefix: text, regex: text },
        oneOf: [{ required: ['exact'] }, { required: ['prefix'] }, { required: ['regex'] }],
      },
    ]),
  ),
};

const specSchema = {
  type: 'object',
  required: ['hosts'],
  properties: {
    hosts: { type: 'array', items: name, minItems: 1 },
    host: { type: 'string', deprecated: true, 'x-deprecation-message': 'Use `hosts`.' },
    rules: {
      type: 'array',
      maxItems: 256,
      items: {
        type: 'object',
        properties: {
          match: { type: 'array', items: matchSchema },
          backends: { type: 'array', items: backendSchema },
          timeout: { type: 'string', pattern: '^([0-9]+(ms|s|m|h))+$' },
        },
      },
    },
  },
};

/** Writes a CustomResourceDefinition with a schema of usual size, in which one field is deprecated. */
export const writeDefinition = (folder: string): void => {
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: specSchema } } };
  writeFileSync(
    join(folder, 'routes.yaml'),
    stringify({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'routes.mesh.example.com' },
      spec: {
        group: 'mesh.example.com',
        names: { kind: 'Route', plural: 'routes' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    }),
  );
};

const review = (at: number, apiVersion: string, kind: string, spec: object): string => {
  const [group, version] = apiVersion.split('/') as [string, string];
  const metadata = {
    name: `some-${at}`,
    namespace: `team-${at % 25}`,
    labels: { app: `service-${at}` },
    managedFields: [
      {
        manager: 'kubectl',
        operation: 'Update',
        fieldsV1: { 'f:spec': Object.fromEntries(Object.keys(spec).map((key) => [`f:${key}`, {}])) },
      },
    ],
  };
  const object = { apiVersion, kind, metadata, spec };
  const resource = { group, version, resource: `${kind.toLowerCase()}s` };
  return JSON.stringify({
    kind: 'AdmissionReview',
    apiVersion: 'admission.k8s.io/v1',
    request: {
      uid: `705ab4f5-6393-11e8-b7cc-42010a80${String(at).padStart(4, '0')}`,
      kind: { group, version, kind },
      resource,
      name: metadata.name,
      namespace: metadata.namespace,
      operation: 'UPDATE',
      userInfo: { username: 'bench', groups: ['system:authenticated'] },
      object,
      oldObject: object,
      dryRun: false,
    },
  });
};

const routeReview = (at: number): string =>
  review(at, 'mesh.example.com/v1', 'Route', {
    hosts: [`shop-${at}.example.com`],
    host: 'old.example.com',
    rules: Array.from({ length: 8 }, (_, rule) => ({
      match: [{ uri: { prefix: `/v${rule}` }, method: { exact: 'GET' } }],
      backends: [
        { name: `service-${rule}`, weight: 90, port: 8080 },
        { name: `service-${rule}-canary`, weight: 10, port: 'http' },
      ],
      timeout: at % 10 === 0 ? 'soon' : '5s',
    })),
  });

const virtualServiceReview = (at: number): string =>
  review(at, 'networking.istio.io/v1alpha3', 'VirtualService', {
    hosts: [`service-${at}.shop.example.com`],
    gateways: ['mesh'],
    http: Array.from({ length: 8 }, (_, route) => ({
      match: [{ uri: { prefix: `/v${route}/` } }],
      route: [
        { destination: { host: `service-${at}`, subset: 'stable', port: { number: 8080 } }, weight: 90 },
        { destination: { host: `service-${at}`, subset: 'canary' }, weight: 10 },
      ],
      timeout: '5s',
      retries: { attempts: 3, perTryTimeout: '2s' },
    })),
  });

const gatewayReview = (at: number): string =>
  review(at, 'networking.istio.io/v1alpha3', 'Gateway', {
    selector: { app: 'edge' },
    servers:
      at % 10 === 0
        ? []
        : Array.from({ length: 8 }, (_, port) => ({
            port: { number: 8000 + port, name: `http-${port}`, protocol: 'HTTP' },
            hosts: [`shop-${port}.example.com`],
          })),
  });

const reviewsInTurn = [routeReview, virtualServiceReview, gatewayReview];

/** Reviews of three kinds: one of the definition above, and two whose schemas the program has built in. A tenth of them is refused. */
export const admissionBodies = (): readonly string[] =>
  Array.from({ length: 300 }, (_, at) => reviewsInTurn[at % reviewsInTurn.length]!(at));
