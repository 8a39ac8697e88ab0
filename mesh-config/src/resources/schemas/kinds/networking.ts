import {
  anyValue,
  count,
  deprecated,
  document,
  boolean,
  labels,
  list,
  map,
  object,
  oneOf,
  integer,
  text,
  textList,
} from '../schema-builders.ts';
import { exportTo, port, trafficPolicy, workloadSelector } from './traffic.ts';

const serverTls = object({
  httpsRedirect: boolean,
  mode: oneOf('PASSTHROUGH', 'SIMPLE', 'MUTUAL', 'AUTO_PASSTHROUGH', 'ISTIO_MUTUAL', 'OPTIONAL_MUTUAL'),
  serverCertificate: text,
  privateKey: text,
  caCertificates: text,
  credentialName: text,
  subjectAltNames: textList,
  verifyCertificateSpki: textList,
  verifyCertificateHash: textList,
  cipherSuites: textList,
  minProtocolVersion: oneOf('TLS_AUTO', 'TLSV1_0', 'TLSV1_1', 'TLSV1_2', 'TLSV1_3'),
  maxProtocolVersion: oneOf('TLS_AUTO', 'TLSV1_0', 'TLSV1_1', 'TLSV1_2', 'TLSV1_3'),
});
export const gatewaySchema = document(
  object({
    servers: list(object({ port, hosts: textList, tls: serverTls, bind: text, defaultEndpoint: text, name: text })),
    selector: labels,
  }),
);

export const destinationRuleSchema = document(
  object({
    host: text,
    trafficPolicy,
    subsets: list(object({ name: text, labels, trafficPolicy }, 'name')),
    exportTo,
  }),
);

export const serviceEntrySchema = document(
  object({
    hosts: textList,
    addresses: textList,
    ports: list(port),
    location: oneOf('MESH_EXTERNAL', 'MESH_INTERNAL'),
    resolution: oneOf('NONE', 'STATIC', 'DNS', 'DNS_ROUND_ROBIN'),
    endpoints: list(
      object({ address: text, ports: map(integer), labels, network: text, locality: text, weight: count, serviceAccount: text }),
    ),
    exportTo,
    subjectAltNames: textList,
    workloadSelector,
  }),
);

const captureMode = oneOf('DEFAULT', 'IPTABLES', 'NONE');
export const sidecarSchema = document(
  object({
    workloadSelector,
    ingress: list(object({ port, bind: text, captureMode: captureMode, defaultEndpoint: text })),
    egress: list(object({ port, bind: text, captureMode: captureMode, hosts: textList })),
    outboundTrafficPolicy: object({ mode: oneOf('REGISTRY_ONLY', 'ALLOW_ANY'), egressProxy: anyValue }),
  }),
);

export const envoyFilterSchema = document(
  object({
    workloadLabels: deprecated(labels, 'Write them under `workloadSelector.labels`.'),
    filters: deprecated(list({ type: 'object' }), 'Write them as `configPatches`, each with what it applies to, where, and the patch.'),
    workloadSelector,
    configPatches: list(
      object({
        applyTo: oneOf(
          'INVALID',
          'LISTENER',
          'FILTER_CHAIN',
          'NETWORK_FILTER',
          'HTTP_FILTER',
          'ROUTE_CONFIGURATION',
          'VIRTUAL_HOST',
          'HTTP_ROUTE',
          'CLUSTER',
          'EXTENSION_CONFIG',
          'BOOTSTRAP',
          'LISTENER_FILTER',
        ),
        match: { type: 'object' },
        patch: object({
          operation: oneOf('INVALID', 'MERGE', 'ADD', 'REMOVE', 'INSERT_BEFORE', 'INSERT_AFTER', 'INSERT_FIRST', 'REPLACE'),
          value: anyValue,
          filterClass: text,
        }),
      }),
    ),
    priority: { type: 'integer' },
  }),
);
