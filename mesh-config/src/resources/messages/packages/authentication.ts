import { type PackageDeclaration, declarePackage } from '../message-declarations.ts';

export const authenticationPackage: PackageDeclaration = declarePackage('istio.authentication.v1alpha1', {
  messages: {
    StringMatch: {
      exact: [1, 'string', 'match_type'],
      prefix: [2, 'string', 'match_type'],
      suffix: [3, 'string', 'match_type'],
      regex: [4, 'string', 'match_type'],
    },
    MutualTls: { allow_tls: [1, 'bool'], mode: [2, 'MutualTls.Mode'] },
    Jwt: {
      issuer: [1, 'string'],
      audiences: [2, 'repeated string'],
      jwks_uri: [3, 'string'],
      jwks: [10, 'string'],
      jwt_headers: [6, 'repeated string'],
      jwt_params: [7, 'repeated string'],
      trigger_rules: [9, 'repeated Jwt.TriggerRule'],
    },
    'Jwt.TriggerRule': { excluded_paths: [1, 'repeated StringMatch'], included_paths: [2, 'repeated StringMatch'] },
    PeerAuthenticationMethod: { mtls: [1, 'MutualTls', 'params'], jwt: [2, 'Jwt', 'params'] },
    OriginAuthenticationMethod: { jwt: [1, 'Jwt'] },
    Policy: {
      targets: [1, 'repeated TargetSelector'],
      peers: [2, 'repeated PeerAuthenticationMethod'],
      peer_is_optional: [3, 'bool'],
      origins: [4, 'repeated OriginAuthenticationMethod'],
      origin_is_optional: [5, 'bool'],
      principal_binding: [6, 'PrincipalBinding'],
    },
    TargetSelector: { name: [1, 'string'], ports: [2, 'repeated PortSelector'] },
    PortSelector: { number: [1, 'uint32', 'port'], name: [2, 'string', 'port'] },
  },
  enums: { 'MutualTls.Mode': { STRICT: 0, PERMISSIVE: 1 }, PrincipalBinding: { USE_PEER: 0, USE_ORIGIN: 1 } },
});
