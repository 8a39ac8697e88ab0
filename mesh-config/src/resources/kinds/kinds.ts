import type { Kind } from './kind.ts';

const declareKind = (collection: string, group: string, version: string, name: string, rest: Partial<Kind> = {}): Kind => ({
  collection,
  group,
  version,
  kind: name,
  plural: collection.slice(collection.lastIndexOf('/') + 1),
  namespaced: true,
  ...rest,
});
const createKindFactory =
  (prefix: string, group: string, version: string, proto: string) =>
  (plural: string, name: string, rest: Partial<Kind> = {}): Kind =>
    declareKind(`${prefix}/${plural}`, group, version, name, { message: `${proto}.${name}`, ...rest });

const networking = createKindFactory('istio/networking/v1alpha3', 'networking.istio.io', 'v1alpha3', 'istio.networking.v1alpha3');
const security = createKindFactory('istio/security/v1beta1', 'security.istio.io', 'v1beta1', 'istio.security.v1beta1');
const authentication = createKindFactory(
  'istio/authentication/v1alpha1',
  'authentication.istio.io',
  'v1alpha1',
  'istio.authentication.v1alpha1',
);
const rbac = createKindFactory('istio/rbac/v1alpha1', 'rbac.istio.io', 'v1alpha1', 'istio.rbac.v1alpha1');
const config = createKindFactory('istio/config/v1alpha2', 'config.istio.io', 'v1alpha2', 'istio.mixer.v1.config.client');
const policy = createKindFactory('istio/policy/v1beta1', 'config.istio.io', 'v1alpha2', 'istio.policy.v1beta1');
const quota = createKindFactory('istio/mixer/v1/config/client', 'config.istio.io', 'v1alpha2', 'istio.mixer.v1.config.client');
const cluster = { namespaced: false } as const;

/** The one resource of this collection is made of the mesh file, and of no document that names a kind. */
export const meshCollection = 'istio/mesh/v1alpha1/MeshConfig';

/** The collection of Ingress resources, which is not served: docs/mesh-config.md, "Ingress". */
export const ingressCollection = 'k8s/extensions/v1beta1/ingresses';
/** The versions of Ingress that clusters have had, newest first; `read-ingress.ts` reads the shapes of all. */
export const ingressVersions = ['networking.k8s.io/v1', 'networking.k8s.io/v1beta1', 'extensions/v1beta1'] as const;

/** Kinds whose documents sources read, in the order of their collections. */
export const kinds: readonly Kind[] = [
  authentication('meshpolicies', 'MeshPolicy', { ...cluster, message: 'istio.authentication.v1alpha1.Policy' }),
  authentication('policies', 'Policy'),
  config('adapters', 'adapter', { message: undefined }),
  config('httpapispecbindings', 'HTTPAPISpecBinding'),
  config('httpapispecs', 'HTTPAPISpec'),
  config('templates', 'template', { message: undefined }),
  quota('quotaspecbindings', 'QuotaSpecBinding'),
  quota('quotaspecs', 'QuotaSpec'),
  networking('destinationrules', 'DestinationRule'),
  networking('envoyfilters', 'EnvoyFilter'),
  networking('gateways', 'Gateway'),
  networking('serviceentries', 'ServiceEntry'),
  networking('sidecars', 'Sidecar'),
  networking('virtualservices', 'VirtualService'),
  policy('attributemanifests', 'attributemanifest', { message: 'istio.policy.v1beta1.AttributeManifest' }),
  policy('handlers', 'handler', { message: 'istio.policy.v1beta1.Handler' }),
  policy('instances', 'instance', { message: 'istio.policy.v1beta1.Instance' }),
  policy('rules', 'rule', { message: 'istio.policy.v1beta1.Rule' }),
  rbac('clusterrbacconfigs', 'ClusterRbacConfig', { ...cluster, message: 'istio.rbac.v1alpha1.RbacConfig' }),
  rbac('rbacconfigs', 'RbacConfig'),
  rbac('servicerolebindings', 'ServiceRoleBinding'),
  rbac('serviceroles', 'ServiceRole'),
  security('authorizationpolicies', 'AuthorizationPolicy'),
  security('peerauthentications', 'PeerAuthentication'),
  security('requestauthentications', 'RequestAuthentication'),
  declareKind('k8s/core/v1/endpoints', '', 'v1', 'Endpoints', { builtin: true }),
  declareKind('k8s/core/v1/namespaces', '', 'v1', 'Namespace', { ...cluster, builtin: true, message: 'k8s.io.api.core.v1.NamespaceSpec' }),
  declareKind('k8s/core/v1/nodes', '', 'v1', 'Node', { ...cluster, builtin: true }),
  declareKind('k8s/core/v1/pods', '', 'v1', 'Pod', { builtin: true }),
  declareKind('k8s/core/v1/services', '', 'v1', 'Service', { builtin: true, message: 'k8s.io.api.core.v1.ServiceSpec' }),
  declareKind(ingressCollection, 'networking.k8s.io', 'v1', 'Ingress', { builtin: true }),
];

/**
 * Collections that a sink may request but that never have a response: the reference's own sinks request them, and a request for an unknown
 * collection ends the stream.
 */
export const unansweredCollections: readonly string[] = [
  'k8s/apiextensions.k8s.io/v1beta1/customresourcedefinitions',
  'k8s/apps/v1/deployments',
  'k8s/core/v1/configmaps',
  'k8s/core/v1/pods',
  'k8s/core/v1/secrets',
];

/** Made of Services and Endpoints: docs/mesh-config.md, "Service discovery". */
export const syntheticCollection = 'istio/networking/v1alpha3/synthetic/serviceentries';
const unpublishedCollections = ['k8s/core/v1/endpoints', 'k8s/core/v1/nodes', 'k8s/core/v1/pods', ingressCollection];

/** Collections that are published together after a pause in changes; the synthetic collection is published separately, at once. */
export const defaultGroup: readonly string[] = [
  ...kinds.map(({ collection }) => collection).filter((one) => !unpublishedCollections.includes(one)),
  meshCollection,
];

/** Versions of one kind have one shape, and belong to one collection. */
const groupsOfManyVersions: Readonly<Record<string, readonly string[]>> = {
  'networking.istio.io': ['v1alpha3', 'v1beta1', 'v1'],
  'security.istio.io': ['v1beta1', 'v1'],
};
const apiVersionsOf = ({ group, version }: Kind): readonly string[] => groupsOfManyVersions[group] ?? [version];
const apiVersionsIn = (one: Kind): readonly string[] =>
  one.collection === ingressCollection
    ? ingressVersions
    : apiVersionsOf(one).map((version) => (one.group === '' ? version : `${one.group}/${version}`));
const byApiVersion = new Map(kinds.flatMap((one) => apiVersionsIn(one).map((version) => [`${version} ${one.kind}`, one] as const)));
const byCollection = new Map(kinds.map((one) => [one.collection, one]));

/** Kinds of Mixer, which are the same in every version of their group. */
const kindsOfAnyVersion = new Map(
  kinds.filter(({ group, kind }) => group === 'config.istio.io' && /^[a-z]/.test(kind)).map((one) => [`${one.group} ${one.kind}`, one]),
);
/** Kinds by apiVersion and kind: `networking.istio.io/v1alpha3` and `Gateway`. */
export const findKind = (apiVersion: string, name: string): Kind | undefined =>
  byApiVersion.get(`${apiVersion} ${name}`) ?? kindsOfAnyVersion.get(`${apiVersion.replace(/\/v[a-z0-9]+$/, '')} ${name}`);
export const findKindByCollection = (collection: string): Kind | undefined => byCollection.get(collection);
