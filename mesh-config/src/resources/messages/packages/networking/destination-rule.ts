import type { MessageDeclarations } from '../../message-declarations.ts';
import { boolValueType, durationType, stringMapType, uint32ValueType } from '../well-known-types.ts';

const trafficTypes = {
  load_balancer: 'LoadBalancerSettings',
  connection_pool: 'ConnectionPoolSettings',
  outlier_detection: 'OutlierDetection',
  tls: 'ClientTLSSettings',
} as const;

export const destinationRuleMessages: MessageDeclarations = {
  messages: {
    DestinationRule: {
      host: [1, 'string'],
      traffic_policy: [2, 'TrafficPolicy'],
      subsets: [3, 'repeated Subset'],
      export_to: [4, 'repeated string'],
    },
    TrafficPolicy: {
      load_balancer: [1, trafficTypes.load_balancer],
      connection_pool: [2, trafficTypes.connection_pool],
      outlier_detection: [3, trafficTypes.outlier_detection],
      tls: [4, trafficTypes.tls],
      port_level_settings: [5, 'repeated TrafficPolicy.PortTrafficPolicy'],
    },
    'TrafficPolicy.PortTrafficPolicy': {
      port: [1, 'PortSelector'],
      load_balancer: [2, trafficTypes.load_balancer],
      connection_pool: [3, trafficTypes.connection_pool],
      outlier_detection: [4, trafficTypes.outlier_detection],
      tls: [5, trafficTypes.tls],
    },
    Subset: { name: [1, 'string'], labels: [2, stringMapType], traffic_policy: [3, 'TrafficPolicy'] },
    LoadBalancerSettings: {
      simple: [1, 'LoadBalancerSettings.SimpleLB', 'lb_policy'],
      consistent_hash: [2, 'LoadBalancerSettings.ConsistentHashLB', 'lb_policy'],
      locality_lb_setting: [3, 'LocalityLoadBalancerSetting'],
    },
    'LoadBalancerSettings.ConsistentHashLB': {
      http_header_name: [1, 'string', 'hash_key'],
      http_cookie: [2, 'LoadBalancerSettings.ConsistentHashLB.HTTPCookie', 'hash_key'],
      use_source_ip: [3, 'bool', 'hash_key'],
      http_query_parameter_name: [5, 'string', 'hash_key'],
      minimum_ring_size: [4, 'uint64'],
    },
    'LoadBalancerSettings.ConsistentHashLB.HTTPCookie': { name: [1, 'string'], path: [2, 'string'], ttl: [3, durationType] },
    ConnectionPoolSettings: { tcp: [1, 'ConnectionPoolSettings.TCPSettings'], http: [2, 'ConnectionPoolSettings.HTTPSettings'] },
    'ConnectionPoolSettings.TCPSettings': {
      max_connections: [1, 'int32'],
      connect_timeout: [2, durationType],
      tcp_keepalive: [3, 'ConnectionPoolSettings.TCPSettings.TcpKeepalive'],
    },
    'ConnectionPoolSettings.TCPSettings.TcpKeepalive': { probes: [1, 'uint32'], time: [2, durationType], interval: [3, durationType] },
    'ConnectionPoolSettings.HTTPSettings': {
      http1_max_pending_requests: [1, 'int32'],
      http2_max_requests: [2, 'int32'],
      max_requests_per_connection: [3, 'int32'],
      max_retries: [4, 'int32'],
      idle_timeout: [5, durationType],
      h2_upgrade_policy: [6, 'ConnectionPoolSettings.HTTPSettings.H2UpgradePolicy'],
      use_client_protocol: [7, 'bool'],
    },
    OutlierDetection: {
      consecutive_errors: [1, 'int32'],
      split_external_local_origin_errors: [8, 'bool'],
      consecutive_local_origin_failures: [9, uint32ValueType],
      consecutive_gateway_errors: [6, uint32ValueType],
      consecutive_5xx_errors: [7, uint32ValueType],
      interval: [2, durationType],
      base_ejection_time: [3, durationType],
      max_ejection_percent: [4, 'int32'],
      min_health_percent: [5, 'int32'],
    },
    ClientTLSSettings: {
      mode: [1, 'ClientTLSSettings.TLSmode'],
      client_certificate: [2, 'string'],
      private_key: [3, 'string'],
      ca_certificates: [4, 'string'],
      credential_name: [7, 'string'],
      subject_alt_names: [5, 'repeated string'],
      sni: [6, 'string'],
      insecure_skip_verify: [8, boolValueType],
    },
    LocalityLoadBalancerSetting: {
      distribute: [1, 'repeated LocalityLoadBalancerSetting.Distribute'],
      failover: [2, 'repeated LocalityLoadBalancerSetting.Failover'],
      failover_priority: [4, 'repeated string'],
      enabled: [3, boolValueType],
    },
    'LocalityLoadBalancerSetting.Distribute': { from: [1, 'string'], to: [2, 'map<string,uint32>'] },
    'LocalityLoadBalancerSetting.Failover': { from: [1, 'string'], to: [2, 'string'] },
  },
  enums: {
    // Versions after these messages number ROUND_ROBIN 4, and have 5.
    'LoadBalancerSettings.SimpleLB': { ROUND_ROBIN: 0, LEAST_CONN: 1, RANDOM: 2, PASSTHROUGH: 3, LEAST_REQUEST: 5 },
    'ConnectionPoolSettings.HTTPSettings.H2UpgradePolicy': { DEFAULT: 0, DO_NOT_UPGRADE: 1, UPGRADE: 2 },
    'ClientTLSSettings.TLSmode': { DISABLE: 0, SIMPLE: 1, MUTUAL: 2, ISTIO_MUTUAL: 3 },
  },
};
