import { type PackageDeclaration, declarePackage } from '../message-declarations.ts';

const selector = 'istio.type.v1beta1.WorkloadSelector',
  list = 'repeated string';

export const securityPackage: PackageDeclaration = declarePackage('istio.security.v1beta1', {
  messages: {
    AuthorizationPolicy: {
      selector: [1, selector],
      rules: [2, 'repeated Rule'],
      action: [3, 'AuthorizationPolicy.Action'],
      provider: [4, 'AuthorizationPolicy.ExtensionProvider', 'action_detail'],
    },
    'AuthorizationPolicy.ExtensionProvider': { name: [1, 'string'] },
    Rule: { from: [1, 'repeated Rule.From'], to: [2, 'repeated Rule.To'], when: [3, 'repeated Condition'] },
    'Rule.From': { source: [1, 'Source'] },
    'Rule.To': { operation: [1, 'Operation'] },
    Source: {
      principals: [1, list],
      not_principals: [5, list],
      request_principals: [2, list],
      not_request_principals: [6, list],
      namespaces: [3, list],
      not_namespaces: [7, list],
      ip_blocks: [4, list],
      not_ip_blocks: [8, list],
      remote_ip_blocks: [9, list],
      not_remote_ip_blocks: [10, list],
    },
    Operation: {
      hosts: [1, list],
      not_hosts: [5, list],
      ports: [2, list],
      not_ports: [6, list],
      methods: [3, list],
      not_methods: [7, list],
      paths: [4, list],
      not_paths: [8, list],
    },
    Condition: { key: [1, 'string'], values: [2, list], not_values: [3, list] },
    PeerAuthentication: {
      selector: [1, selector],
      mtls: [2, 'PeerAuthentication.MutualTLS'],
      port_level_mtls: [3, 'map<uint32,PeerAuthentication.MutualTLS>'],
    },
    'PeerAuthentication.MutualTLS': { mode: [1, 'PeerAuthentication.MutualTLS.Mode'] },
    RequestAuthentication: { selector: [1, selector], jwt_rules: [2, 'repeated JWTRule'] },
    JWTRule: {
      issuer: [1, 'string'],
      audiences: [2, list],
      jwks_uri: [3, 'string'],
      jwks: [10, 'string'],
      from_headers: [6, 'repeated JWTHeader'],
      from_params: [7, list],
      output_payload_to_header: [8, 'string'],
      forward_original_token: [9, 'bool'],
    },
    JWTHeader: { name: [1, 'string'], prefix: [2, 'string'] },
  },
  enums: {
    'AuthorizationPolicy.Action': { ALLOW: 0, DENY: 1, AUDIT: 2, CUSTOM: 3 },
    'PeerAuthentication.MutualTLS.Mode': { UNSET: 0, DISABLE: 1, PERMISSIVE: 2, STRICT: 3 },
  },
});
