import type { MessageDeclarations } from '../../message-declarations.ts';
import { boolValueType, durationType } from '../well-known-types.ts';

const networking = 'istio.networking.v1alpha3', list = 'repeated string';

export const meshConfigMessages: MessageDeclarations = {
  messages: {
    MeshConfig: {
      mixer_check_server: [1, 'string'], mixer_report_server: [2, 'string'], disable_policy_checks: [3, 'bool'], disable_mixer_http_reports: [48, 'bool'], policy_check_fail_open: [25, 'bool'],
      sidecar_to_telemetry_session_affinity: [30, 'bool'], proxy_listen_port: [4, 'int32'], proxy_inbound_listen_port: [65, 'int32'], proxy_http_port: [5, 'int32'], connect_timeout: [6, durationType],
      protocol_detection_timeout: [42, durationType], tcp_keepalive: [28, `${networking}.ConnectionPoolSettings.TCPSettings.TcpKeepalive`], ingress_class: [7, 'string'], ingress_service: [8, 'string'],
      ingress_controller_mode: [9, 'MeshConfig.IngressControllerMode'], ingress_selector: [52, 'string'], auth_policy: [10, 'MeshConfig.AuthPolicy'], rds_refresh_delay: [11, durationType],
      enable_tracing: [12, 'bool'], access_log_file: [13, 'string'], access_log_format: [24, 'string'], access_log_encoding: [27, 'MeshConfig.AccessLogEncoding'],
      enable_envoy_access_log_service: [40, 'bool'], disable_envoy_listener_log: [56, 'bool'], default_config: [14, 'ProxyConfig'], mixer_address: [16, 'string'],
      outbound_traffic_policy: [17, 'MeshConfig.OutboundTrafficPolicy'], inbound_traffic_policy: [66, 'MeshConfig.InboundTrafficPolicy'], enable_client_side_policy_check: [19, 'bool'],
      sds_uds_path: [20, 'string'], sds_refresh_delay: [21, durationType], config_sources: [22, 'repeated ConfigSource'], enable_auto_mtls: [43, boolValueType], enable_sds_token_mount: [23, 'bool'],
      sds_use_k8s_sa_jwt: [29, 'bool'], trust_domain: [26, 'string'], trust_domain_aliases: [46, list], ca_certificates: [58, 'repeated MeshConfig.CertificateData'],
      default_service_export_to: [31, list], default_virtual_service_export_to: [32, list], default_destination_rule_export_to: [33, list], root_namespace: [34, 'string'],
      locality_lb_setting: [35, `${networking}.LocalityLoadBalancerSetting`], dns_refresh_rate: [36, durationType], disable_report_batch: [37, 'bool'], report_batch_max_entries: [38, 'uint32'],
      report_batch_max_time: [39, durationType], h2_upgrade_policy: [41, 'MeshConfig.H2UpgradePolicy'], inbound_cluster_stat_name: [44, 'string'], outbound_cluster_stat_name: [45, 'string'],
      certificates: [47, 'repeated Certificate'], thrift_config: [49, 'MeshConfig.ThriftConfig'], service_settings: [50, 'repeated MeshConfig.ServiceSettings'], enable_prometheus_merge: [51, boolValueType],
      verify_certificate_at_client: [54, boolValueType], ca: [55, 'MeshConfig.CA'], default_providers: [60, 'MeshConfig.DefaultProviders'], path_normalization: [61, 'MeshConfig.ProxyPathNormalization'],
      default_http_retry_policy: [62, `${networking}.HTTPRetry`],
    },
    'MeshConfig.OutboundTrafficPolicy': { mode: [1, 'MeshConfig.OutboundTrafficPolicy.Mode'] },
    'MeshConfig.InboundTrafficPolicy': { mode: [1, 'MeshConfig.InboundTrafficPolicy.Mode'] },
    'MeshConfig.CertificateData': { pem: [1, 'string', 'certificate_data'], spiffe_bundle_url: [2, 'string', 'certificate_data'], cert_signers: [3, list], trust_domains: [4, list] },
    'MeshConfig.ThriftConfig': { rate_limit_url: [1, 'string'], rate_limit_timeout: [2, durationType] },
    'MeshConfig.ServiceSettings': { settings: [1, 'MeshConfig.ServiceSettings.Settings'], hosts: [2, list] },
    'MeshConfig.ServiceSettings.Settings': { cluster_local: [1, 'bool'] },
    'MeshConfig.CA': { address: [1, 'string'], tls_settings: [2, `${networking}.ClientTLSSettings`], request_timeout: [3, durationType], istiod_side: [4, 'bool'] },
    'MeshConfig.DefaultProviders': { tracing: [1, list], metrics: [2, list], access_logging: [3, list] },
    'MeshConfig.ProxyPathNormalization': { normalization: [1, 'MeshConfig.ProxyPathNormalization.NormalizationType'] },
    ConfigSource: { address: [1, 'string'], tls_settings: [2, `${networking}.ClientTLSSettings`], subscribed_resources: [3, 'repeated Resource'] },
    Certificate: { secret_name: [1, 'string'], dns_names: [2, list] },
  },
  enums: {
    'MeshConfig.IngressControllerMode': { UNSPECIFIED: 0, OFF: 1, DEFAULT: 2, STRICT: 3 },
    'MeshConfig.AuthPolicy': { NONE: 0, MUTUAL_TLS: 1 },
    'MeshConfig.AccessLogEncoding': { TEXT: 0, JSON: 1 },
    'MeshConfig.H2UpgradePolicy': { DO_NOT_UPGRADE: 0, UPGRADE: 1 },
    'MeshConfig.OutboundTrafficPolicy.Mode': { REGISTRY_ONLY: 0, ALLOW_ANY: 1 },
    'MeshConfig.InboundTrafficPolicy.Mode': { PASSTHROUGH: 0, LOCALHOST: 1 },
    'MeshConfig.ProxyPathNormalization.NormalizationType': { DEFAULT: 0, NONE: 1, BASE: 2, MERGE_SLASHES: 3, DECODE_AND_MERGE_SLASHES: 4 },
    Resource: { SERVICE_REGISTRY: 0 },
  },
};
