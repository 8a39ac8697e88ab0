import { anything, count, deprecated, document, flag, labels, list, map, object, oneOf, portNumber, text, texts } from '../words.ts';
import { exportTo, port, trafficPolicy, workloadSelector } from './traffic.ts';

const serverTls = object({
  httpsRedirect: flag, mode: oneOf('PASSTHROUGH', 'SIMPLE', 'MUTUAL', 'AUTO_PASSTHROUGH', 'ISTIO_MUTUAL', 'OPTIONAL_MUTUAL'), serverCertificate: text, privateKey: text, caCertificates: text, credentialName: text,
  subjectAltNames: texts, verifyCertificateSpki: texts, verifyCertificateHash: texts, cipherSuites: texts,
  minProtocolVersion: oneOf('TLS_AUTO', 'TLSV1_0', 'TLSV1_1', 'TLSV1_2', 'TLSV1_3'), maxProtocolVersion: oneOf('TLS_AUTO', 'TLSV1_0', 'TLSV1_1', 'TLSV1_2', 'TLSV1_3'),
});
export const gateway = document(object({
  servers: list(object({ port, hosts: texts, tls: serverTls, bind: text, defaultEndpoint: text, name: text })), selector: labels,
}));

export const destinationRule = document(object({
  host: text, trafficPolicy, subsets: list(object({ name: text, labels, trafficPolicy }, 'name')), exportTo,
}));

export const serviceEntry = document(object({
  hosts: texts, addresses: texts, ports: list(port), location: oneOf('MESH_EXTERNAL', 'MESH_INTERNAL'), resolution: oneOf('NONE', 'STATIC', 'DNS', 'DNS_ROUND_ROBIN'),
  endpoints: list(object({ address: text, ports: map(portNumber), labels, network: text, locality: text, weight: count, serviceAccount: text })), exportTo, subjectAltNames: texts, workloadSelector,
}));

const captured = oneOf('DEFAULT', 'IPTABLES', 'NONE');
export const sidecar = document(object({
  workloadSelector, ingress: list(object({ port, bind: text, captureMode: captured, defaultEndpoint: text })),
  egress: list(object({ port, bind: text, captureMode: captured, hosts: texts })),
  outboundTrafficPolicy: object({ mode: oneOf('REGISTRY_ONLY', 'ALLOW_ANY'), egressProxy: anything }),
}));

export const envoyFilter = document(object({
  workloadLabels: deprecated(labels, 'Write them under `workloadSelector.labels`.'),
  filters: deprecated(list({ type: 'object' }), 'Write them as `configPatches`, each with what it applies to, where, and the patch.'),
  workloadSelector, configPatches: list(object({
    applyTo: oneOf('INVALID', 'LISTENER', 'FILTER_CHAIN', 'NETWORK_FILTER', 'HTTP_FILTER', 'ROUTE_CONFIGURATION', 'VIRTUAL_HOST', 'HTTP_ROUTE', 'CLUSTER', 'EXTENSION_CONFIG', 'BOOTSTRAP', 'LISTENER_FILTER'),
    match: { type: 'object' }, patch: object({ operation: oneOf('INVALID', 'MERGE', 'ADD', 'REMOVE', 'INSERT_BEFORE', 'INSERT_AFTER', 'INSERT_FIRST', 'REPLACE'), value: anything, filterClass: text }),
  })), priority: { type: 'integer' },
}));
