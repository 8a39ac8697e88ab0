import type { MessageDeclarations } from '../../message-declarations.ts';
import { boolValueType, durationType, int64ValueType, stringMapType } from '../well-known-types.ts';

const tls = 'istio.networking.v1alpha3.ClientTLSSettings', keepalive = 'istio.networking.v1alpha3.ConnectionPoolSettings.TCPSettings.TcpKeepalive', list = 'repeated string';

export const proxyConfigMessages: MessageDeclarations = {
  messages: {
    Tracing: {
      zipkin: [1, 'Tracing.Zipkin', 'tracer'], lightstep: [2, 'Tracing.Lightstep', 'tracer'], datadog: [3, 'Tracing.Datadog', 'tracer'], stackdriver: [4, 'Tracing.Stackdriver', 'tracer'],
      custom_tags: [5, 'map<string,Tracing.CustomTag>'], max_path_tag_length: [6, 'uint32'], sampling: [7, 'double'], tls_settings: [8, tls],
    },
    'Tracing.Zipkin': { address: [1, 'string'] },
    'Tracing.Lightstep': { address: [1, 'string'], access_token: [2, 'string'], secure: [3, 'bool'], cacert_path: [4, 'string'] },
    'Tracing.Datadog': { address: [1, 'string'] },
    'Tracing.Stackdriver': { debug: [1, 'bool'], max_number_of_attributes: [2, int64ValueType], max_number_of_annotations: [3, int64ValueType], max_number_of_message_events: [4, int64ValueType] },
    'Tracing.CustomTag': { literal: [1, 'Tracing.Literal', 'type'], environment: [2, 'Tracing.Environment', 'type'], header: [3, 'Tracing.RequestHeader', 'type'] },
    'Tracing.Literal': { value: [1, 'string'] },
    'Tracing.Environment': { name: [1, 'string'], default_value: [2, 'string'] },
    'Tracing.RequestHeader': { name: [1, 'string'], default_value: [2, 'string'] },
    SDS: { enabled: [1, 'bool'], k8s_sa_jwt_path: [2, 'string'] },
    Topology: { num_trusted_proxies: [1, 'uint32'], forward_client_cert_details: [2, 'Topology.ForwardClientCertDetails'] },
    ProxyConfig: {
      config_path: [1, 'string'], binary_path: [2, 'string'], service_cluster: [3, 'string'], drain_duration: [4, durationType], parent_shutdown_duration: [5, durationType], discovery_address: [6, 'string'],
      discovery_refresh_delay: [7, durationType], zipkin_address: [8, 'string'], connect_timeout: [9, durationType], statsd_udp_address: [10, 'string'], envoy_metrics_service_address: [20, 'string'],
      proxy_admin_port: [11, 'int32'], availability_zone: [12, 'string'], control_plane_auth_policy: [13, 'AuthenticationPolicy'], custom_config_file: [14, 'string'], stat_name_length: [15, 'int32'],
      concurrency: [16, 'int32'], proxy_bootstrap_template_path: [17, 'string'], interception_mode: [18, 'ProxyConfig.InboundInterceptionMode'], tracing: [19, 'Tracing'], sds: [21, 'SDS'],
      envoy_access_log_service: [22, 'RemoteService'], envoy_metrics_service: [23, 'RemoteService'], proxy_metadata: [24, stringMapType], status_port: [26, 'int32'], extra_stat_tags: [27, list],
      gateway_topology: [28, 'Topology'], termination_drain_duration: [29, durationType], mesh_id: [30, 'string'], proxy_stats_matcher: [32, 'ProxyConfig.ProxyStatsMatcher'],
      hold_application_until_proxy_starts: [33, boolValueType], ca_certificates_pem: [34, list],
    },
    'ProxyConfig.ProxyStatsMatcher': { inclusion_prefixes: [1, list], inclusion_suffixes: [2, list], inclusion_regexps: [3, list] },
    RemoteService: { address: [1, 'string'], tls_settings: [2, tls], tcp_keepalive: [3, keepalive] },
  },
  enums: {
    'Topology.ForwardClientCertDetails': { UNDEFINED: 0, SANITIZE: 1, FORWARD_ONLY: 2, APPEND_FORWARD: 3, SANITIZE_SET: 4, ALWAYS_FORWARD_ONLY: 5 },
    'ProxyConfig.InboundInterceptionMode': { REDIRECT: 0, TPROXY: 1 },
    AuthenticationPolicy: { NONE: 0, MUTUAL_TLS: 1, INHERIT: 1000 },
  },
};
