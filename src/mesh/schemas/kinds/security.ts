import { anything, deprecated, document, flag, list, map, object, oneOf, portNumber, type Schema, text, texts } from '../words.ts';
import { selector, stringMatch } from './traffic.ts';

const source = object({ principals: texts, notPrincipals: texts, requestPrincipals: texts, notRequestPrincipals: texts, namespaces: texts, notNamespaces: texts, ipBlocks: texts, notIpBlocks: texts, remoteIpBlocks: texts, notRemoteIpBlocks: texts });
const operation = object({ hosts: texts, notHosts: texts, ports: texts, notPorts: texts, methods: texts, notMethods: texts, paths: texts, notPaths: texts });
export const authorizationPolicy = document(object({
  selector, action: oneOf('ALLOW', 'DENY', 'AUDIT', 'CUSTOM'),
  rules: list(object({ from: list(object({ source })), to: list(object({ operation })), when: list(object({ key: text, values: texts, notValues: texts }, 'key')) })),
}));

const mutual = object({ mode: oneOf('UNSET', 'DISABLE', 'PERMISSIVE', 'STRICT') });
export const peerAuthentication = document(object({ selector, mtls: mutual, portLevelMtls: { ...map(mutual), propertyNames: { pattern: '^[0-9]{1,5}$' } } }));

const jwtSource = { issuer: text, audiences: texts, jwksUri: text, jwks: text, jwtHeaders: texts, jwtParams: texts };
export const requestAuthentication = document(object({
  selector, jwtRules: list(object({ ...jwtSource, fromHeaders: list(object({ name: text, prefix: text }, 'name')), fromParams: texts, outputPayloadToHeader: text, forwardOriginalToken: flag }, 'issuer')),
}));

const jwt = object({ ...jwtSource, triggerRules: list(object({ excludedPaths: list(stringMatch), includedPaths: list(stringMatch) })) });
const peer = object({
  mtls: { type: ['object', 'null'], properties: { mode: oneOf('STRICT', 'PERMISSIVE'), allowTls: deprecated(flag, 'Write `mode: PERMISSIVE` instead of true; it is STRICT otherwise.') } },
  jwt: deprecated(jwt, 'Write it in a RequestAuthentication.'),
});
/** IST0120 and IST0121 tell that the kinds themselves are replaced. */
export const policy = document(object({
  targets: list(object({ name: text, labels: map(text), ports: list(object({ number: portNumber, name: text })) }, 'name')), peers: list(peer), peerIsOptional: flag,
  origins: list(object({ jwt })), originIsOptional: flag, principalBinding: oneOf('USE_PEER', 'USE_ORIGIN'),
}));

/** The kinds of access control before AuthorizationPolicy: the kind itself is what is deprecated. */
const replaced = (spec: Schema): Schema => document(spec, { deprecated: true, 'x-deprecation-message': 'Write an AuthorizationPolicy (security.istio.io/v1beta1) instead: it selects workloads by labels and holds roles and their bindings in one.' });
const target = object({ services: texts, workloadSelectors: anything, namespaces: texts });
export const rbacConfig = replaced(object({ mode: oneOf('OFF', 'ON', 'ON_WITH_INCLUSION', 'ON_WITH_EXCLUSION'), inclusion: target, exclusion: target, enforcementMode: oneOf('ENFORCED', 'PERMISSIVE') }));
export const serviceRole = replaced(object({
  rules: list(object({ services: texts, paths: texts, methods: texts, ports: list(portNumber), constraints: list(object({ key: text, values: texts })) })),
}));
const role = object({ kind: text, name: text });
export const serviceRoleBinding = replaced(object({
  subjects: list(object({ user: text, group: text, properties: map(text) })), roleRef: role, role: text, mode: oneOf('ENFORCED', 'PERMISSIVE'), actions: list(anything),
}));
