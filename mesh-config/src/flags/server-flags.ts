import { bool, type OptionsOf, duration, string, strings, uint, uint16 } from './flag.ts';

/** Flags of `server`, besides the common ones: spec 3, table of server flags. */
export const serverFlags = {
  accessListFile: string('/etc/config/accesslist.yaml', 'Access list file with allowed mTLS peer ids', {
    keys: ['processing.server.auth.mtls.accessListFile'],
  }),
  caCertFile: string('/etc/certs/root-cert.pem', 'CA bundle that signed the cert and key given by --tlsCertFile and --tlsKeyFile', {
    keys: ['processing.server.auth.mtls.caCertificates'],
  }),
  configPath: string('', 'Mesh config file path', { keys: ['processing.source.filesystem.path'] }),
  ctrlz_address: string('localhost', 'Address for the introspection facility; * means all addresses', {
    keys: ['general.introspection.address'],
  }),
  ctrlz_port: uint16(9876, 'Port for the introspection facility', { keys: ['general.introspection.port'] }),
  'deployment-name': string('mesh-config', 'Deployment name for the validation pod', { keys: ['validation.deploymentname'] }),
  'deployment-namespace': string('mesh-system', 'Namespace of that deployment', { keys: ['validation.deploymentnamespace'] }),
  disableResourceReadyCheck: bool(false, 'Skip resource readiness checks so startup succeeds when not all resource types are supported', {
    keys: ['processing.server.disableResourceReadyCheck'],
  }),
  domain: string('cluster.local', 'DNS domain suffix', { keys: ['processing.domainsuffix'] }),
  'enable-reconcileWebhookConfiguration': bool(true, 'Reconcile webhook configuration'),
  'enable-server': bool(true, 'Run server mode', { keys: ['processing.server.enable'] }),
  'enable-validation': bool(true, 'Run validation mode', { keys: ['validation.enable'] }),
  enableAnalysis: bool(false, 'Enable config analysis service', { keys: ['processing.analysis.enable'] }),
  enableProfiling: bool(false, 'Enable profiling', { keys: ['general.enable_profiling'] }),
  enableServiceDiscovery: bool(false, 'Enable service discovery processing', { keys: ['processing.discovery.enable'] }),
  excludedResourceKinds: strings(['Endpoints', 'Namespace', 'Node', 'Pod', 'Service'], 'Resource kinds that do not generate source events'),
  insecure: bool(false, 'Use insecure gRPC communication', { keys: ['processing.server.auth.insecure'] }),
  kubeconfig: string('', 'Use a cluster client configuration file instead of in-cluster configuration', { keys: ['general.kubeconfig'] }),
  livenessProbeInterval: duration(2000, 'Interval of updating the liveness file', { keys: ['general.liveness.interval'] }),
  livenessProbePath: string('/healthLiveness', 'Path of the liveness file', { keys: ['general.liveness.path'] }),
  meshConfigFile: string('/etc/mesh-config/mesh', 'Mesh config file', { keys: ['general.meshConfigFile'] }),
  monitoringPort: uint(15014, 'Port for self-monitoring information', { keys: ['general.monitoringPort'] }),
  pprofPort: uint(9094, 'Port for profiling', { keys: ['general.pprofPort'] }),
  readinessProbeInterval: duration(2000, 'Interval of updating the readiness file', { keys: ['general.readiness.interval'] }),
  readinessProbePath: string('/healthReadiness', 'Path of the readiness file', { keys: ['general.readiness.path'] }),
  resyncPeriod: duration(0, 'Resync period for rescanning resources', { keys: ['processing.source.kubernetes.resyncPeriod'] }),
  'server-address': string('tcp://0.0.0.0:9901', 'Address of the gRPC API, for example a tcp:// or unix:// address', {
    keys: ['processing.server.address'],
  }),
  'server-maxConcurrentStreams': uint(1024, 'Maximum outstanding RPCs per connection', {
    keys: ['processing.server.maxConcurrentStreams'],
  }),
  'server-maxReceivedMessageSize': uint(1048576, 'Maximum size of one gRPC message', {
    keys: ['processing.server.maxReceivedMessageSize'],
  }),
  'service-name': string('mesh-config', "Name of the validation service in the deployment's namespace", {
    keys: ['validation.servicename'],
  }),
  sinkAddress: string('', 'Address of an MCP resource sink server to connect to, host:port'),
  sinkAuthMode: string('', 'Authentication plugin for the sink connection'),
  sinkMeta: strings([], 'Comma-separated key=value metadata attached to outgoing sink connections'),
  tlsCertFile: string('/etc/certs/cert-chain.pem', 'x509 certificate for HTTPS', {
    keys: ['processing.server.auth.mtls.clientCertificate'],
  }),
  tlsKeyFile: string('/etc/certs/key.pem', 'x509 private key matching --tlsCertFile', { keys: ['processing.server.auth.mtls.privateKey'] }),
  useOldProcessor: bool(false, 'Use the older processing', { deprecated: 'there is one processing, and it is used' }),
  'validation-port': uint(9443, 'HTTPS port of the validation service', { keys: ['validation.webhookport'] }),
  'validation-webhook-config-file': string('', 'File with the whole webhook configuration', {
    deprecated: 'the whole webhook configuration is not reconciled any more',
    keys: ['validation.webhookconfigfile'],
  }),
  'validation.tls.caCertificates': string('/etc/certs/root-cert.pem', 'CA bundle for the validation client certificate and key'),
  'validation.tls.clientCertificate': string('/etc/certs/cert-chain.pem', 'x509 certificate for HTTPS validation'),
  'validation.tls.privateKey': string('/etc/certs/key.pem', 'x509 private key for validation'),
  watchConfigFiles: bool(false, 'Watch config source files on disk and signal implicitly on change; explicit signaling stays enabled'),
  'webhook-name': string('mesh-config', 'Name of the validating webhook configuration', { keys: ['validation.webhookname'] }),
  schemaPath: string('', 'Folder of CRD files and JSON Schemas that validation evaluates, above those of the cluster'),
};
export type ServerOptions = OptionsOf<typeof serverFlags>;
