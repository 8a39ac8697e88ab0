import type { MessageDeclarations } from '../../message-declarations.ts';
import { boolValueType, durationType, stringMapType, uint32ValueType } from '../well-known-types.ts';

export const virtualServiceMessages: MessageDeclarations = {
  messages: {
    VirtualService: {
      hosts: [1, 'repeated string'], gateways: [2, 'repeated string'], http: [3, 'repeated HTTPRoute'], tls: [5, 'repeated TLSRoute'], tcp: [4, 'repeated TCPRoute'], export_to: [6, 'repeated string'],
    },
    Destination: { host: [1, 'string'], subset: [2, 'string'], port: [3, 'PortSelector'] },
    HTTPRoute: {
      name: [17, 'string'], match: [1, 'repeated HTTPMatchRequest'], route: [2, 'repeated HTTPRouteDestination'], redirect: [3, 'HTTPRedirect'], delegate: [20, 'Delegate'], rewrite: [4, 'HTTPRewrite'],
      timeout: [6, durationType], retries: [7, 'HTTPRetry'], fault: [8, 'HTTPFaultInjection'], mirror: [9, 'Destination'], mirror_percent: [18, uint32ValueType], mirror_percentage: [19, 'Percent'],
      cors_policy: [10, 'CorsPolicy'], headers: [16, 'Headers'],
    },
    Delegate: { name: [1, 'string'], namespace: [2, 'string'] },
    Headers: { request: [1, 'Headers.HeaderOperations'], response: [2, 'Headers.HeaderOperations'] },
    'Headers.HeaderOperations': { set: [1, stringMapType], add: [2, stringMapType], remove: [3, 'repeated string'] },
    TLSRoute: { match: [1, 'repeated TLSMatchAttributes'], route: [2, 'repeated RouteDestination'] },
    TCPRoute: { match: [1, 'repeated L4MatchAttributes'], route: [2, 'repeated RouteDestination'] },
    HTTPMatchRequest: {
      name: [11, 'string'], uri: [1, 'StringMatch'], scheme: [2, 'StringMatch'], method: [3, 'StringMatch'], authority: [4, 'StringMatch'], headers: [5, 'map<string,StringMatch>'], port: [6, 'uint32'],
      source_labels: [7, stringMapType], gateways: [8, 'repeated string'], query_params: [9, 'map<string,StringMatch>'], ignore_uri_case: [10, 'bool'], without_headers: [12, 'map<string,StringMatch>'],
      source_namespace: [13, 'string'],
    },
    HTTPRouteDestination: { destination: [1, 'Destination'], weight: [2, 'int32'], headers: [7, 'Headers'] },
    RouteDestination: { destination: [1, 'Destination'], weight: [2, 'int32'] },
    L4MatchAttributes: {
      destination_subnets: [1, 'repeated string'], port: [2, 'uint32'], source_subnet: [3, 'string'], source_labels: [4, stringMapType], gateways: [5, 'repeated string'], source_namespace: [6, 'string'],
    },
    TLSMatchAttributes: {
      sni_hosts: [1, 'repeated string'], destination_subnets: [2, 'repeated string'], port: [3, 'uint32'], source_labels: [5, stringMapType], gateways: [6, 'repeated string'], source_namespace: [7, 'string'],
    },
    HTTPRedirect: { uri: [1, 'string'], authority: [2, 'string'], redirect_code: [3, 'uint32'] },
    HTTPRewrite: { uri: [1, 'string'], authority: [2, 'string'] },
    StringMatch: { exact: [1, 'string', 'match_type'], prefix: [2, 'string', 'match_type'], regex: [3, 'string', 'match_type'] },
    HTTPRetry: { attempts: [1, 'int32'], per_try_timeout: [2, durationType], retry_on: [3, 'string'], retry_remote_localities: [4, boolValueType] },
    CorsPolicy: {
      allow_origin: [1, 'repeated string'], allow_origins: [7, 'repeated StringMatch'], allow_methods: [2, 'repeated string'], allow_headers: [3, 'repeated string'], expose_headers: [4, 'repeated string'],
      max_age: [5, durationType], allow_credentials: [6, boolValueType],
    },
    HTTPFaultInjection: { delay: [1, 'HTTPFaultInjection.Delay'], abort: [2, 'HTTPFaultInjection.Abort'] },
    'HTTPFaultInjection.Delay': { percent: [1, 'int32'], fixed_delay: [2, durationType, 'http_delay_type'], exponential_delay: [3, durationType, 'http_delay_type'], percentage: [5, 'Percent'] },
    'HTTPFaultInjection.Abort': { http_status: [2, 'int32', 'error_type'], grpc_status: [3, 'string', 'error_type'], http2_error: [4, 'string', 'error_type'], percentage: [5, 'Percent'] },
    PortSelector: { number: [1, 'uint32'] },
    Percent: { value: [1, 'double'] },
  },
};
