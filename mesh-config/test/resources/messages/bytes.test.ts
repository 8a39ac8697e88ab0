import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultGroup, syntheticCollection } from '../../../src/resources/kinds/kinds.ts';
import { createBodyEncoder, typeUrlOf } from '../../../src/mcp/body-encoder.ts';
import { createRecordingScope } from '../../mcp/start-mcp-source.ts';

const test = suite('mesh bodies, byte by byte');

const core = 'k8s.io.api.core.v1',
  networking = 'istio.networking.v1alpha3',
  client = 'istio.mixer.v1.config.client';
/** By collection: the name of its message, a spec, and the encoded bytes. */
const rows: Readonly<Record<string, readonly [message: string, spec: unknown, hex: string]>> = {
  'istio/authentication/v1alpha1/meshpolicies': [
    'istio.authentication.v1alpha1.Policy',
    { origins: [{ jwt: { issuer: 'i' } }] },
    '22050a030a0169',
  ],
  'istio/authentication/v1alpha1/policies': [
    'istio.authentication.v1alpha1.Policy',
    { peers: [{ mtls: { mode: 'PERMISSIVE' } }] },
    '12040a021001',
  ],
  'istio/config/v1alpha2/adapters': ['google.protobuf.Struct', { a: true }, '0a070a016112022001'],
  'istio/config/v1alpha2/httpapispecbindings': [
    `${client}.HTTPAPISpecBinding`,
    { services: [{ name: 'a' }], api_specs: [{ name: 'b' }] },
    '0a030a016112030a0162',
  ],
  'istio/config/v1alpha2/httpapispecs': [
    `${client}.HTTPAPISpec`,
    { patterns: [{ httpMethod: 'GET', regex: '/a' }] },
    '1209120347455422022f61',
  ],
  'istio/config/v1alpha2/templates': ['google.protobuf.Struct', { a: 'b' }, '0a080a016112031a0162'],
  'istio/mixer/v1/config/client/quotaspecbindings': [
    `${client}.QuotaSpecBinding`,
    { quotaSpecs: [{ name: 'q', namespace: 'n' }] },
    '12060a017112016e',
  ],
  'istio/mixer/v1/config/client/quotaspecs': [
    `${client}.QuotaSpec`,
    { rules: [{ quotas: [{ quota: 'q', charge: 2 }] }] },
    '0a0712050a01711002',
  ],
  'istio/networking/v1alpha3/destinationrules': [
    `${networking}.DestinationRule`,
    { host: 'a', trafficPolicy: { loadBalancer: { simple: 'RANDOM' } } },
    '0a016112040a020802',
  ],
  'istio/networking/v1alpha3/envoyfilters': [
    `${networking}.EnvoyFilter`,
    { configPatches: [{ applyTo: 'CLUSTER', patch: { operation: 'ADD' } }] },
    '220608081a020802',
  ],
  'istio/networking/v1alpha3/gateways': [
    `${networking}.Gateway`,
    { servers: [{ port: { number: 80, name: 'h', protocol: 'HTTP' }, hosts: ['*'] }] },
    '0a100a0b08501204485454501a016812012a',
  ],
  'istio/networking/v1alpha3/serviceentries': [
    `${networking}.ServiceEntry`,
    { hosts: ['a'], location: 'MESH_INTERNAL', resolution: 'DNS' },
    '0a016120012802',
  ],
  'istio/networking/v1alpha3/sidecars': [
    `${networking}.Sidecar`,
    { egress: [{ hosts: ['./*'] }], outboundTrafficPolicy: { mode: 'ALLOW_ANY' } },
    '1a0522032e2f2a22020801',
  ],
  'istio/networking/v1alpha3/synthetic/serviceentries': [
    `${networking}.ServiceEntry`,
    { endpoints: [{ address: '1', ports: { h: 80 } }] },
    '320a0a013112050a01681050',
  ],
  'istio/networking/v1alpha3/virtualservices': [
    `${networking}.VirtualService`,
    { hosts: ['a'], http: [{ timeout: '5s', route: [{ destination: { host: 'b' }, weight: 100 }] }] },
    '0a01611a0d12070a030a0162106432020805',
  ],
  'istio/policy/v1beta1/attributemanifests': [
    'istio.policy.v1beta1.AttributeManifest',
    { name: 'k', attributes: { 'a.b': { valueType: 'STRING' } } },
    '12016b1a090a03612e6212021001',
  ],
  'istio/policy/v1beta1/handlers': [
    'istio.policy.v1beta1.Handler',
    { compiledAdapter: 'x', connection: { address: 'a' } },
    '2203120161a2efce82020178',
  ],
  'istio/policy/v1beta1/instances': ['istio.policy.v1beta1.Instance', { compiledTemplate: 'x' }, 'a2efce82020178'],
  'istio/policy/v1beta1/rules': [
    'istio.policy.v1beta1.Rule',
    { match: 'm', actions: [{ handler: 'h', instances: ['i'] }] },
    '0a016d12061201681a0169',
  ],
  'istio/rbac/v1alpha1/clusterrbacconfigs': [
    'istio.rbac.v1alpha1.RbacConfig',
    { mode: 'ON_WITH_INCLUSION', inclusion: { namespaces: ['n'] } },
    '0802120312016e',
  ],
  'istio/rbac/v1alpha1/rbacconfigs': ['istio.rbac.v1alpha1.RbacConfig', { mode: 'ON', enforcementMode: 'PERMISSIVE' }, '08012001'],
  'istio/rbac/v1alpha1/servicerolebindings': [
    'istio.rbac.v1alpha1.ServiceRoleBinding',
    { subjects: [{ user: '*' }], roleRef: { kind: 'R', name: 'r' } },
    '0a030a012a12060a0152120172',
  ],
  'istio/rbac/v1alpha1/serviceroles': [
    'istio.rbac.v1alpha1.ServiceRole',
    { rules: [{ services: ['*'], methods: ['GET'] }] },
    '0a080a012a1a03474554',
  ],
  'istio/security/v1beta1/authorizationpolicies': [
    'istio.security.v1beta1.AuthorizationPolicy',
    { action: 'DENY', rules: [{ from: [{ source: { namespaces: ['n'] } }] }] },
    '12070a050a031a016e1801',
  ],
  'istio/security/v1beta1/peerauthentications': [
    'istio.security.v1beta1.PeerAuthentication',
    { mtls: { mode: 'STRICT' }, portLevelMtls: { 80: { mode: 'DISABLE' } } },
    '120208031a06085012020801',
  ],
  'istio/security/v1beta1/requestauthentications': [
    'istio.security.v1beta1.RequestAuthentication',
    { selector: { matchLabels: { a: 'b' } }, jwtRules: [{ issuer: 'i', jwksUri: 'u' }] },
    '0a080a060a016112016212060a01691a0175',
  ],
  'k8s/core/v1/namespaces': [`${core}.NamespaceSpec`, { finalizers: ['k'] }, '0a016b'],
  'k8s/core/v1/services': [
    `${core}.ServiceSpec`,
    {
      ports: [
        { port: 80, targetPort: 'h' },
        { port: 81, targetPort: 8081 },
      ],
      clusterIP: 'None',
    },
    '0a091850220508011a01680a071851220310913f1a044e6f6e65',
  ],
  'istio/mesh/v1alpha1/MeshConfig': [
    'istio.mesh.v1alpha1.MeshConfig',
    { trustDomain: 't', connectTimeout: '1s', defaultConfig: { concurrency: 2 }, mixerAddress: 'm' },
    '3202080172038001028201016dd2010174',
  ],
};
const resource = (collection: string, spec: unknown) => ({
  collection,
  name: 'a/b',
  version: 'v1',
  labels: {},
  annotations: {},
  spec,
  origin: { source: 'test' },
});

for (const [collection, [message, spec, hex]] of Object.entries(rows)) {
  test(`${collection} is ${message}`, () => {
    const { typeUrl, value } = createBodyEncoder(createRecordingScope())(resource(collection, spec));
    assert.equal([typeUrl, Buffer.from(value).toString('hex')], [`type.googleapis.com/${message}`, hex]);
    assert.is(typeUrlOf(collection), `type.googleapis.com/${message}`);
  });
}
const bytesOf = (collection: string, spec: unknown): string =>
  Buffer.from(createBodyEncoder(createRecordingScope())(resource(collection, spec)).value).toString('hex');
for (const plural of ['policies', 'meshpolicies'])
  test(`a peer of ${plural} whose mtls is null is served with its method, which is strict`, () => {
    assert.is(bytesOf(`istio/authentication/v1alpha1/${plural}`, { peers: [{ mtls: null }] }), '12020a00');
    assert.is(bytesOf(`istio/authentication/v1alpha1/${plural}`, { peers: [{ mtls: {} }] }), '12020a00');
  });
test('the deprecated fields of an EnvoyFilter are served', () => {
  assert.is(
    bytesOf('istio/networking/v1alpha3/envoyfilters', {
      workloadLabels: { app: 'a' },
      filters: [
        {
          listenerMatch: { portNumber: 80, portNamePrefix: 'p', listenerType: 'GATEWAY', listenerProtocol: 'TCP', address: ['10.0.0.1'] },
          insertPosition: { index: 'AFTER', relativeTo: 'r' },
          filterType: 'HTTP',
          filterName: 'f',
          filterConfig: { k: true },
        },
      ],
    }),
    '0a080a03617070120161122c0a130850120170180320022a0831302e302e302e311205080312017218012201662a090a070a016b12022001',
  );
});
test('every served collection has a row with its bytes', () => {
  assert.equal(Object.keys(rows).sort(), [...defaultGroup, syntheticCollection].sort());
});
test('a resource without a spec is an empty message', () => {
  assert.equal([...createBodyEncoder(createRecordingScope())(resource('istio/networking/v1alpha3/gateways', null)).value], []);
});
test('an unknown member is logged with its location if the level is enabled', () => {
  const log = { ...createRecordingScope(), isEnabled: () => true };
  const lineOf = (pointer: string) => ({ '/spec/servers/0/frob': 12 })[pointer];
  createBodyEncoder(log)({
    ...resource('istio/networking/v1alpha3/gateways', { servers: [{ name: 'x', frob: 1 }] }),
    origin: { source: 'a.yaml', line: 3, lineOf },
  });
  assert.equal(log.lines, [
    'debug a.yaml:12: istio/networking/v1alpha3/gateways a/b: ' +
      '/spec/servers/0/frob is not known to istio.networking.v1alpha3.Gateway, and is not served',
  ]);
});
test.run();
