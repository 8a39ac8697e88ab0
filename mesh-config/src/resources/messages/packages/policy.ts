import { type PackageDeclaration, declarePackage } from '../message-declarations.ts';
import { durationType, structType, stringMapType } from './well-known-types.ts';

/** Field numbers that are compiled into the programs that read them, far from all others. */
const compiledFieldNumber = 67794676;

export const policyPackage: PackageDeclaration = declarePackage('istio.policy.v1beta1', {
  messages: {
    AttributeManifest: { revision: [1, 'string'], name: [2, 'string'], attributes: [3, 'map<string,AttributeManifest.AttributeInfo>'] },
    'AttributeManifest.AttributeInfo': { description: [1, 'string'], value_type: [2, 'ValueType'] },
    Rule: {
      match: [1, 'string'],
      actions: [2, 'repeated Action'],
      request_header_operations: [3, 'repeated Rule.HeaderOperationTemplate'],
      response_header_operations: [4, 'repeated Rule.HeaderOperationTemplate'],
      sampling: [5, 'Sampling'],
    },
    'Rule.HeaderOperationTemplate': {
      name: [1, 'string'],
      values: [2, 'repeated string'],
      operation: [3, 'Rule.HeaderOperationTemplate.Operation'],
    },
    Action: { handler: [2, 'string'], instances: [3, 'repeated string'], name: [4, 'string'] },
    Instance: {
      name: [1, 'string'],
      compiled_template: [compiledFieldNumber, 'string'],
      template: [2, 'string'],
      params: [3, structType],
      attribute_bindings: [4, stringMapType],
    },
    Handler: {
      name: [1, 'string'],
      compiled_adapter: [compiledFieldNumber, 'string'],
      adapter: [2, 'string'],
      params: [3, structType],
      connection: [4, 'Connection'],
    },
    Connection: { address: [2, 'string'], timeout: [3, durationType], authentication: [4, 'Authentication'] },
    Sampling: { random: [1, 'RandomSampling'], rate_limit: [2, 'RateLimitSampling'] },
    RandomSampling: {
      attribute_expression: [1, 'string'],
      percent_sampled: [2, 'FractionalPercent'],
      use_independent_randomness: [3, 'bool'],
    },
    RateLimitSampling: { sampling_duration: [1, durationType], max_unsampled_entries: [2, 'int64'], sampling_rate: [3, 'int64'] },
    FractionalPercent: { numerator: [1, 'uint32'], denominator: [2, 'FractionalPercent.DenominatorType'] },
    Authentication: { tls: [1, 'Tls', 'auth_type'], mutual: [2, 'Mutual', 'auth_type'] },
    Tls: {
      ca_certificates: [1, 'string'],
      token_path: [2, 'string', 'token_source'],
      oauth: [3, 'OAuth', 'token_source'],
      auth_header: [4, 'Tls.AuthHeader', 'token_type'],
      custom_header: [5, 'string', 'token_type'],
      server_name: [6, 'string'],
    },
    OAuth: {
      client_id: [1, 'string'],
      client_secret: [2, 'string'],
      token_url: [3, 'string'],
      scopes: [4, 'repeated string'],
      endpoint_params: [5, stringMapType],
    },
    Mutual: { private_key: [1, 'string'], client_certificate: [2, 'string'], ca_certificates: [3, 'string'], server_name: [4, 'string'] },
  },
  enums: {
    ValueType: {
      VALUE_TYPE_UNSPECIFIED: 0,
      STRING: 1,
      INT64: 2,
      DOUBLE: 3,
      BOOL: 4,
      TIMESTAMP: 5,
      IP_ADDRESS: 6,
      EMAIL_ADDRESS: 7,
      URI: 8,
      DNS_NAME: 9,
      DURATION: 10,
      STRING_MAP: 11,
    },
    'Rule.HeaderOperationTemplate.Operation': { REPLACE: 0, REMOVE: 1, APPEND: 2 },
    'FractionalPercent.DenominatorType': { HUNDRED: 0, TEN_THOUSAND: 1 },
    'Tls.AuthHeader': { PLAIN: 0, BEARER: 1 },
  },
});
