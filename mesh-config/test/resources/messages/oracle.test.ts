import protobuf from 'protobufjs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBodyEncoder } from '../../../src/mcp/body-encoder.ts';
import { createRecordingScope } from '../../mcp/start-mcp-source.ts';

const test = suite('mesh bodies as protobufjs reads them');

/** Written by hand, independently of the declarations under test. */
const { root } = protobuf.parse(
  `syntax = "proto3";
  message Duration { int64 seconds = 1; int32 nanos = 2; }
  message BoolValue { bool value = 1; }
  message UInt32Value { uint32 value = 1; }
  message StringMatch { oneof match_type { string exact = 1; string prefix = 2; string regex = 3; } }
  message Match {
    StringMatch uri = 1; map<string, StringMatch> headers = 5; uint32 port = 6; map<string, string> source_labels = 7;
    repeated string gateways = 8; bool ignore_uri_case = 10;
  }
  message Port { uint32 number = 1; }
  message Destination { string host = 1; string subset = 2; Port port = 3; }
  message Weighted { Destination destination = 1; int32 weight = 2; }
  message Percent { double value = 1; }
  message Delay { oneof kind { Duration fixed_delay = 2; } Percent percentage = 5; }
  message Abort { oneof kind { int32 http_status = 2; } Percent percentage = 5; }
  message Fault { Delay delay = 1; Abort abort = 2; }
  message Retry { int32 attempts = 1; Duration per_try_timeout = 2; string retry_on = 3; }
  message Cors { repeated string allow_methods = 2; Duration max_age = 5; BoolValue allow_credentials = 6; }
  message Route {
    string name = 17; repeated Match match = 1; repeated Weighted route = 2; Duration timeout = 6; Retry retries = 7;
    Fault fault = 8; Cors cors_policy = 10;
  }
  message VirtualService {
    repeated string hosts = 1; repeated string gateways = 2; repeated Route http = 3; repeated string export_to = 6;
  }
  message Cookie { string name = 1; Duration ttl = 3; }
  message Hash { oneof hash_key { Cookie http_cookie = 2; bool use_source_ip = 3; } uint64 minimum_ring_size = 4; }
  message Balancer { oneof lb_policy { int32 simple = 1; Hash consistent_hash = 2; } }
  message Keepalive { uint32 probes = 1; Duration time = 2; }
  message Tcp { int32 max_connections = 1; Duration connect_timeout = 2; Keepalive tcp_keepalive = 3; }
  message Pool { Tcp tcp = 1; }
  message Outliers { UInt32Value consecutive_5xx_errors = 7; Duration base_ejection_time = 3; }
  message Tls { int32 mode = 1; repeated string subject_alt_names = 5; string sni = 6; }
  message Policy { Balancer load_balancer = 1; Pool connection_pool = 2; Outliers outlier_detection = 3; Tls tls = 4; }
  message Subset { string name = 1; map<string, string> labels = 2; Policy traffic_policy = 3; }
  message DestinationRule { string host = 1; Policy traffic_policy = 2; repeated Subset subsets = 3; }
`,
  { keepCase: true },
);

const asRead = (message: string, collection: string, spec: unknown): unknown => {
  const { value } = createBodyEncoder(createRecordingScope())({
    collection: `istio/networking/v1alpha3/${collection}`,
    name: 'a/b',
    version: 'v1',
    labels: {},
    annotations: {},
    spec,
    origin: { source: 'test' },
  });
  const type = root.lookupType(message);
  return type.toObject(type.decode(value), { longs: Number });
};

test('a virtual service', () => {
  assert.equal(
    asRead('VirtualService', 'virtualservices', {
      hosts: ['a', 'b'],
      exportTo: ['.'],
      gateways: ['mesh'],
      http: [
        {
          name: 'first',
          match: [
            {
              uri: { prefix: '/x' },
              headers: { cookie: { regex: 'a.*' } },
              port: 8080,
              sourceLabels: { app: 'web' },
              gateways: ['mesh'],
              ignoreUriCase: true,
            },
          ],
          route: [{ destination: { host: 'c', subset: 'v1', port: { number: 9080 } }, weight: 75 }],
          timeout: '1.5s',
          retries: { attempts: 3, per_try_timeout: '250ms', retryOn: '5xx' },
          fault: { delay: { fixedDelay: '1m', percentage: { value: 0.5 } }, abort: { httpStatus: 503 } },
          corsPolicy: { allowMethods: ['GET'], maxAge: '24h', allowCredentials: false },
        },
      ],
    }),
    {
      hosts: ['a', 'b'],
      gateways: ['mesh'],
      export_to: ['.'],
      http: [
        {
          name: 'first',
          match: [
            {
              uri: { prefix: '/x' },
              headers: { cookie: { regex: 'a.*' } },
              port: 8080,
              source_labels: { app: 'web' },
              gateways: ['mesh'],
              ignore_uri_case: true,
            },
          ],
          route: [{ destination: { host: 'c', subset: 'v1', port: { number: 9080 } }, weight: 75 }],
          timeout: { seconds: 1, nanos: 500000000 },
          retries: { attempts: 3, per_try_timeout: { nanos: 250000000 }, retry_on: '5xx' },
          fault: { delay: { fixed_delay: { seconds: 60 }, percentage: { value: 0.5 } }, abort: { http_status: 503 } },
          cors_policy: { allow_methods: ['GET'], max_age: { seconds: 86400 }, allow_credentials: {} },
        },
      ],
    },
  );
});
test('a destination rule', () => {
  assert.equal(
    asRead('DestinationRule', 'destinationrules', {
      host: 'a',
      trafficPolicy: {
        loadBalancer: { consistentHash: { httpCookie: { name: 'user', ttl: '0s' }, minimumRingSize: '1024' } },
        connectionPool: { tcp: { maxConnections: 100, connectTimeout: '30ms', tcpKeepalive: { probes: 3, time: '7200s' } } },
        outlierDetection: { consecutive5xxErrors: 7, baseEjectionTime: '15m' },
        tls: { mode: 'ISTIO_MUTUAL', subjectAltNames: ['s'], sni: 'n' },
      },
      subsets: [{ name: 'v1', labels: { version: 'v1' }, trafficPolicy: { loadBalancer: { simple: 'ROUND_ROBIN' } } }],
    }),
    {
      host: 'a',
      traffic_policy: {
        load_balancer: { consistent_hash: { http_cookie: { name: 'user', ttl: {} }, minimum_ring_size: 1024 } },
        connection_pool: {
          tcp: { max_connections: 100, connect_timeout: { nanos: 30000000 }, tcp_keepalive: { probes: 3, time: { seconds: 7200 } } },
        },
        outlier_detection: { consecutive_5xx_errors: { value: 7 }, base_ejection_time: { seconds: 900 } },
        tls: { mode: 3, subject_alt_names: ['s'], sni: 'n' },
      },
      subsets: [{ name: 'v1', labels: { version: 'v1' }, traffic_policy: { load_balancer: { simple: 0 } } }],
    },
  );
});
test.run();
