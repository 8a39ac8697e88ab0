/** Every metric of spec 3, "Exported metrics": kinds by its words (Count and Sum only grow, LastValue is set, Distribution has buckets). */
export interface MetricDeclaration {
  readonly kind: 'count' | 'sum' | 'last-value' | 'distribution';
  readonly labels: readonly string[];
  readonly buckets?: readonly number[];
  readonly help: string;
}
const powers = (base: number, from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => base ** (from + index));
/** 8193 is intended: existing dashboards use the bucket of that name. */
const milliseconds = [0, ...powers(2, 0, 12), 8193, ...powers(2, 14, 23)];
const events = [0, ...powers(2, 0, 8)];
const bytes = powers(4, 0, 15);

const count = (help: string, ...labels: readonly string[]): MetricDeclaration => ({ kind: 'count', labels, help });
const sum = (help: string, ...labels: readonly string[]): MetricDeclaration => ({ kind: 'sum', labels, help });
const lastValue = (help: string, ...labels: readonly string[]): MetricDeclaration => ({ kind: 'last-value', labels, help });
const distribution = (help: string, buckets: readonly number[], ...labels: readonly string[]): MetricDeclaration => ({
  kind: 'distribution',
  labels,
  buckets,
  help,
});

export const metricDeclarations = {
  cfgmgr_runtime_processor_event_span_duration_milliseconds: distribution('Duration between incoming events', milliseconds),
  cfgmgr_runtime_processor_events_processed_total: count('Events processed'),
  cfgmgr_runtime_processor_snapshot_events_total: distribution('Events per snapshot', events),
  cfgmgr_runtime_processor_snapshot_lifetime_duration_milliseconds: distribution('Duration of each snapshot', milliseconds),
  cfgmgr_runtime_processor_snapshots_published_total: count('Snapshots published'),
  cfgmgr_runtime_state_type_instances_total: lastValue('Type instances per type URL', 'collection'),
  cfgmgr_runtime_strategy_on_change_total: count('Calls of the strategy onChange'),
  cfgmgr_runtime_strategy_timer_max_time_reached_total: count('Times the max time was reached'),
  cfgmgr_runtime_strategy_timer_quiesce_reached_total: count('Times a quiesce was reached'),
  cfgmgr_runtime_strategy_timer_resets_total: count('Timer resets'),
  cfgmgr_source_kube_dynamic_converter_failure_total: count('Dynamic source failed to convert a resource', 'apiVersion', 'group', 'kind'),
  cfgmgr_source_kube_dynamic_converter_success_total: count('Dynamic source converted a resource', 'apiVersion', 'group', 'kind'),
  cfgmgr_source_kube_event_error_total: count('Source errored handling an event', 'error'),
  cfgmgr_source_kube_event_success_total: count('Source handled an event'),
  cfgmgr_validation_cert_key_update_errors: count('Webhook certificate update errors', 'error'),
  cfgmgr_validation_cert_key_updates: count('Webhook certificate updates'),
  cfgmgr_validation_config_delete_error: count('Webhook configuration delete errors', 'reason'),
  cfgmgr_validation_config_load: count('Webhook configuration (re)loads'),
  cfgmgr_validation_config_load_error: count('Webhook configuration (re)load errors', 'reason'),
  cfgmgr_validation_config_update_error: count('Webhook configuration update errors', 'reason'),
  cfgmgr_validation_config_updates: count('Webhook configuration updates'),
  cfgmgr_validation_failed: count('Resource validation failed', 'group', 'version', 'resource', 'reason'),
  cfgmgr_validation_http_error: count('Validation HTTP serve errors', 'status'),
  cfgmgr_validation_passed: count('Resource valid', 'group', 'version', 'resource'),
  mesh_build: lastValue('Component build info', 'component', 'tag'),
  mesh_mcp_clients_total: lastValue('Streams currently connected', 'component'),
  mesh_mcp_message_sizes_bytes: distribution('Size of messages received from clients', bytes, 'component', 'collection'),
  mesh_mcp_reconnections: sum('Sink reconnections', 'component'),
  mesh_mcp_recv_failures_total: sum('Receive failures in the source', 'component', 'code', 'error'),
  mesh_mcp_request_acks_total: sum('Request acks received by the source', 'component', 'collection'),
  mesh_mcp_request_nacks_total: sum('Request nacks received by the source', 'component', 'collection', 'code'),
  mesh_mcp_send_failures_total: sum('Send failures in the source', 'component', 'code', 'error'),
} satisfies Readonly<Record<string, MetricDeclaration>>;

export type MetricName = keyof typeof metricDeclarations;
type MetricLabels<N extends MetricName> = { readonly [K in (typeof metricDeclarations)[N]['labels'][number]]?: string };

/** The interface through which parts of the server report. */
export interface Metrics {
  /** Increments by `by`, 1 by default; for `count` and `sum`. */
  add(name: MetricName, labels?: MetricLabels<MetricName>, by?: number): void;
  /** For kind `last-value`. */
  set(name: MetricName, labels: MetricLabels<MetricName>, value: number): void;
  /** For kind `distribution`. */
  observe(name: MetricName, labels: MetricLabels<MetricName>, value: number): void;
}
