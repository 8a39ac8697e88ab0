import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bool, duration, string, stringArray, strings, uint } from '../../src/flags/flag.ts';
import { formatFlags } from '../../src/flags/format-flags.ts';
import { runMeshConfig } from './run-mesh-config.ts';

const test = suite('mesh-config help');
// A backslash at the end of a line continues a line of help that is longer than 140 characters.
const commonFlags = `  -c, --config string                 Config file containing args
      --log_as_json                   Format output as JSON instead of plain console format
      --log_caller string             Comma-separated scopes for which caller information is included
      --log_output_level string       Minimum level of each scope, as <scope>:<level>,<scope>:<level>,... (default "default:info")
      --log_rotate string             Path of the optional rotating log file
      --log_rotate_max_age int        Maximum age in days before rotation (0 = no limit) (default 30)
      --log_rotate_max_backups int    Maximum backups kept (0 = no limit) (default 1000)
      --log_rotate_max_size int       Maximum size in megabytes before rotation (default 104857600)
      --log_stacktrace_level string   Minimum level of each scope at which stack traces are captured, as <scope>:<level>,... \
(default "default:none")
      --log_target stringArray        Paths where the log is written; stdout and stderr are special values (default [stdout])
`;
const readHelp = async (...words: string[]) => {
  const { code, stdout, stderr } = await runMeshConfig(words);
  assert.equal({ code, stderr }, { code: 0, stderr: '' });
  return stdout;
};
test('help of the root', async () => {
  assert.fixture(
    await readHelp('--help'),
    `mesh-config provides configuration management for a service mesh.

Usage:
  mesh-config [command]

Available Commands:
  completion  Print the script that completes commands and flags in a shell: bash, fish or zsh
  help        Help about any command
  probe       Check the liveness or readiness of a locally running server
  server      Start the configuration manager as a server
  version     Print build version information

Flags:
  -c, --config string                 Config file containing args
  -h, --help                          help for mesh-config
      --log_as_json                   Format output as JSON instead of plain console format
      --log_caller string             Comma-separated scopes for which caller information is included
      --log_output_level string       Minimum level of each scope, as <scope>:<level>,<scope>:<level>,... (default "default:info")
      --log_rotate string             Path of the optional rotating log file
      --log_rotate_max_age int        Maximum age in days before rotation (0 = no limit) (default 30)
      --log_rotate_max_backups int    Maximum backups kept (0 = no limit) (default 1000)
      --log_rotate_max_size int       Maximum size in megabytes before rotation (default 104857600)
      --log_stacktrace_level string   Minimum level of each scope at which stack traces are captured, as <scope>:<level>,... \
(default "default:none")
      --log_target stringArray        Paths where the log is written; stdout and stderr are special values (default [stdout])

Use "mesh-config [command] --help" for more information about a command.
`,
  );
});
test('help of probe', async () => {
  assert.fixture(
    await readHelp('probe', '--help'),
    `Check the liveness or readiness of a locally running server

Usage:
  mesh-config probe [flags]

Flags:
  -h, --help                help for probe
      --interval duration   Duration used for checking the target file's last modified time
      --probe-path string   Path of the file used to check availability

Global Flags:\n${commonFlags}`,
  );
});
test('help of version', async () => {
  assert.fixture(
    await readHelp('version', '--help'),
    `Print build version information

Usage:
  mesh-config version [flags]

Flags:
  -h, --help            help for version
  -o, --output string   One of 'yaml' or 'json'
  -s, --short           Use --short=false to print the full version information

Global Flags:\n${commonFlags}`,
  );
});
test('help of completion', async () => {
  assert.fixture(
    await readHelp('completion', '--help'),
    `Print the script that completes commands and flags in a shell: bash, fish or zsh

Usage:
  mesh-config completion bash|fish|zsh [flags]

Flags:
  -h, --help   help for completion

Global Flags:\n${commonFlags}`,
  );
});
test('help of server', async () => {
  assert.fixture(
    await readHelp('server', '--help'),
    `Start the configuration manager as a server

Usage:
  mesh-config server [flags]

Flags:
      --accessListFile string                     Access list file with allowed mTLS peer ids (default "/etc/config/accesslist.yaml")
      --caCertFile string                         CA bundle that signed the cert and key given by --tlsCertFile and --tlsKeyFile \
(default "/etc/certs/root-cert.pem")
      --configPath string                         Mesh config file path
      --ctrlz_address string                      Address for the introspection facility; * means all addresses (default "localhost")
      --ctrlz_port uint16                         Port for the introspection facility (default 9876)
      --deployment-name string                    Deployment name for the validation pod (default "mesh-config")
      --deployment-namespace string               Namespace of that deployment (default "mesh-system")
      --disableResourceReadyCheck                 Skip resource readiness checks so startup succeeds when not all resource types are \
supported
      --domain string                             DNS domain suffix (default "cluster.local")
      --enable-reconcileWebhookConfiguration      Reconcile webhook configuration (default true)
      --enable-server                             Run server mode (default true)
      --enable-validation                         Run validation mode (default true)
      --enableAnalysis                            Enable config analysis service
      --enableProfiling                           Enable profiling
      --enableServiceDiscovery                    Enable service discovery processing
      --excludedResourceKinds strings             Resource kinds that do not generate source events \
(default [Endpoints,Namespace,Node,Pod,Service])
  -h, --help                                      help for server
      --insecure                                  Use insecure gRPC communication
      --kubeconfig string                         Use a cluster client configuration file instead of in-cluster configuration
      --livenessProbeInterval duration            Interval of updating the liveness file (default 2s)
      --livenessProbePath string                  Path of the liveness file (default "/healthLiveness")
      --meshConfigFile string                     Mesh config file (default "/etc/mesh-config/mesh")
      --monitoringPort uint                       Port for self-monitoring information (default 15014)
      --pprofPort uint                            Port for profiling (default 9094)
      --readinessProbeInterval duration           Interval of updating the readiness file (default 2s)
      --readinessProbePath string                 Path of the readiness file (default "/healthReadiness")
      --resyncPeriod duration                     Resync period for rescanning resources
      --schemaPath string                         Folder of CRD files and JSON Schemas that validation evaluates, above those of the cluster
      --server-address string                     Address of the gRPC API, for example a tcp:// or unix:// address \
(default "tcp://0.0.0.0:9901")
      --server-maxConcurrentStreams uint          Maximum outstanding RPCs per connection (default 1024)
      --server-maxReceivedMessageSize uint        Maximum size of one gRPC message (default 1048576)
      --service-name string                       Name of the validation service in the deployment's namespace (default "mesh-config")
      --sinkAddress string                        Address of an MCP resource sink server to connect to, host:port
      --sinkAuthMode string                       Authentication plugin for the sink connection
      --sinkMeta strings                          Comma-separated key=value metadata attached to outgoing sink connections
      --tlsCertFile string                        x509 certificate for HTTPS (default "/etc/certs/cert-chain.pem")
      --tlsKeyFile string                         x509 private key matching --tlsCertFile (default "/etc/certs/key.pem")
      --validation-port uint                      HTTPS port of the validation service (default 9443)
      --validation.tls.caCertificates string      CA bundle for the validation client certificate and key \
(default "/etc/certs/root-cert.pem")
      --validation.tls.clientCertificate string   x509 certificate for HTTPS validation (default "/etc/certs/cert-chain.pem")
      --validation.tls.privateKey string          x509 private key for validation (default "/etc/certs/key.pem")
      --watchConfigFiles                          Watch config source files on disk and signal implicitly on change; explicit signaling \
stays enabled
      --webhook-name string                       Name of the validating webhook configuration (default "mesh-config")

Global Flags:\n${commonFlags}`,
  );
});
test('deprecated flags are hidden', async () => {
  const help = await readHelp('server', '-h');
  for (const name of ['useOldProcessor', 'validation-webhook-config-file']) assert.not(help.includes(name));
});
test('flags are sorted bytewise, and empty defaults are hidden', () => {
  assert.equal(
    formatFlags({
      b: bool(false, 'one'),
      a_b: string('', 'two'),
      'a-b': string('0', 'three'),
      Z: duration(0, 'four', { short: 'z' }),
      c: uint(0, 'five'),
      aB: strings([], 'six'),
      ab: strings(['x', 'y,z'], 'seven'),
      d: stringArray([], 'eight'),
      gone: bool(true, 'nine', { deprecated: 'it is' }),
      e: bool(true, 'ten'),
      f: string('a "b"', 'eleven'),
      g: duration(90_500, 'twelve'),
    }),
    [
      '  -z, --Z duration      four',
      '      --a-b string      three (default "0")',
      '      --aB strings      six',
      '      --a_b string      two',
      '      --ab strings      seven (default [x,"y,z"])',
      '      --b               one',
      '      --c uint          five',
      '      --d stringArray   eight',
      '      --e               ten (default true)',
      '      --f string        eleven (default "a \\"b\\"")',
      '      --g duration      twelve (default 1m30.5s)',
    ],
  );
});
test.run();
