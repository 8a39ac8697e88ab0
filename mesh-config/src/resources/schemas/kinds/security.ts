import {
  anyValue,
  deprecated,
  document,
  boolean,
  list,
  map,
  object,
  oneOf,
  integer,
  type Schema,
  text,
  textList,
} from '../schema-builders.ts';
import { selector, stringMatch } from './traffic.ts';

const source = object({
  principals: textList,
  notPrincipals: textList,
  requestPrincipals: textList,
  notRequestPrincipals: textList,
  namespaces: textList,
  notNamespaces: textList,
  ipBlocks: textList,
  notIpBlocks: textList,
  remoteIpBlocks: textList,
  notRemoteIpBlocks: textList,
});
const operation = object({
  hosts: textList,
  notHosts: textList,
  ports: textList,
  notPorts: textList,
  methods: textList,
  notMethods: textList,
  paths: textList,
  notPaths: textList,
});
export const authorizationPolicySchema = document(
  object({
    selector,
    action: oneOf('ALLOW', 'DENY', 'AUDIT', 'CUSTOM'),
    rules: list(
      object({
        from: list(object({ source })),
        to: list(object({ operation })),
        when: list(object({ key: text, values: textList, notValues: textList }, 'key')),
      }),
    ),
  }),
);

const mutualTls = object({ mode: oneOf('UNSET', 'DISABLE', 'PERMISSIVE', 'STRICT') });
export const peerAuthenticationSchema = document(object({ selector, mtls: mutualTls, portLevelMtls: map(mutualTls) }));

const jwtSource = { issuer: text, audiences: textList, jwksUri: text, jwks: text, jwtHeaders: textList, jwtParams: textList };
export const requestAuthenticationSchema = document(
  object({
    selector,
    jwtRules: list(
      object({
        ...jwtSource,
        fromHeaders: list(object({ name: text, prefix: text }, 'name')),
        fromParams: textList,
        outputPayloadToHeader: text,
        forwardOriginalToken: boolean,
      }),
    ),
  }),
);

const jwt = object({ ...jwtSource, triggerRules: list(object({ excludedPaths: list(stringMatch), includedPaths: list(stringMatch) })) });
const peer = object({
  mtls: {
    type: ['object', 'null'],
    properties: {
      mode: oneOf('STRICT', 'PERMISSIVE'),
      allowTls: deprecated(boolean, 'Write `mode: PERMISSIVE` instead of true; it is STRICT otherwise.'),
    },
  },
  jwt: deprecated(jwt, 'Write it in a RequestAuthentication.'),
});
/** IST0120 and IST0121 report that the kinds themselves are replaced. */
export const policySchema = document(
  object({
    targets: list(object({ name: text, labels: map(text), ports: list(object({ number: integer, name: text })) }, 'name')),
    peers: list(peer),
    peerIsOptional: boolean,
    origins: list(object({ jwt })),
    originIsOptional: boolean,
    principalBinding: oneOf('USE_PEER', 'USE_ORIGIN'),
  }),
);

/** The kinds that AuthorizationPolicy has replaced: the kind itself is deprecated. */
const replacedKind = (spec: Schema): Schema =>
  document(spec, {
    deprecated: true,
    'x-deprecation-message':
      'Write an AuthorizationPolicy (security.istio.io/v1beta1) instead: ' +
      'it selects workloads by labels and holds roles and their bindings in one.',
  });
const target = object({ services: textList, workloadSelectors: anyValue, namespaces: textList });
export const rbacConfigSchema = replacedKind(
  object({
    mode: oneOf('OFF', 'ON', 'ON_WITH_INCLUSION', 'ON_WITH_EXCLUSION'),
    inclusion: target,
    exclusion: target,
    enforcementMode: oneOf('ENFORCED', 'PERMISSIVE'),
  }),
);
export const serviceRoleSchema = replacedKind(
  object({
    rules: list(
      object({
        services: textList,
        paths: textList,
        methods: textList,
        ports: list(integer),
        constraints: list(object({ key: text, values: textList })),
      }),
    ),
  }),
);
const role = object({ kind: text, name: text });
export const serviceRoleBindingSchema = replacedKind(
  object({
    subjects: list(object({ user: text, group: text, properties: map(text) })),
    roleRef: role,
    role: text,
    mode: oneOf('ENFORCED', 'PERMISSIVE'),
    actions: list(anyValue),
  }),
);
