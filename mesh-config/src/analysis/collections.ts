import type { Kind } from '../resources/kinds/kind.ts';
import { findKind, kinds } from '../resources/kinds/kinds.ts';

/** Collections by the names that analyzers use. */
export const collections = {
  destinationRules: 'istio/networking/v1alpha3/destinationrules',
  envoyFilters: 'istio/networking/v1alpha3/envoyfilters',
  gateways: 'istio/networking/v1alpha3/gateways',
  serviceEntries: 'istio/networking/v1alpha3/serviceentries',
  sidecars: 'istio/networking/v1alpha3/sidecars',
  virtualServices: 'istio/networking/v1alpha3/virtualservices',
  policies: 'istio/authentication/v1alpha1/policies',
  meshPolicies: 'istio/authentication/v1alpha1/meshpolicies',
  serviceRoles: 'istio/rbac/v1alpha1/serviceroles',
  serviceRoleBindings: 'istio/rbac/v1alpha1/servicerolebindings',
  authorizationPolicies: 'istio/security/v1beta1/authorizationpolicies',
  peerAuthentications: 'istio/security/v1beta1/peerauthentications',
  requestAuthentications: 'istio/security/v1beta1/requestauthentications',
  namespaces: 'k8s/core/v1/namespaces',
  pods: 'k8s/core/v1/pods',
  services: 'k8s/core/v1/services',
  secrets: 'k8s/core/v1/secrets',
  configMaps: 'k8s/core/v1/configmaps',
  deployments: 'k8s/apps/v1/deployments',
  customResourceDefinitions: 'k8s/apiextensions.k8s.io/v1beta1/customresourcedefinitions',
} as const;

const declareBuiltinKind = (collection: string, group: string, version: string, name: string, namespaced = true): Kind => ({
  collection,
  group,
  version,
  kind: name,
  plural: collection.slice(collection.lastIndexOf('/') + 1),
  namespaced,
  builtin: true,
});

/** Kinds that only analysis reads; they are not served. */
export const analysisOnlyKinds: readonly Kind[] = [
  declareBuiltinKind(collections.deployments, 'apps', 'v1', 'Deployment'),
  declareBuiltinKind(collections.configMaps, '', 'v1', 'ConfigMap'),
  declareBuiltinKind(collections.secrets, '', 'v1', 'Secret'),
  declareBuiltinKind(collections.customResourceDefinitions, 'apiextensions.k8s.io', 'v1', 'CustomResourceDefinition', false),
];

const byCollection = new Map([...kinds, ...analysisOnlyKinds].map((one) => [one.collection, one]));
export const findAnalysisKindByCollection = (collection: string): Kind | undefined => byCollection.get(collection);

/** Clusters before 1.22 write their definitions in the first version of the group. */
const versionsOf = ({ group, version }: Kind): readonly string[] => (group === 'apiextensions.k8s.io' ? ['v1beta1', version] : [version]);
const byDocument = new Map(
  analysisOnlyKinds.flatMap((one) =>
    versionsOf(one).map((version) => [`${one.group === '' ? version : `${one.group}/${version}`} ${one.kind}`, one] as const),
  ),
);
/** Extends `kindOf` by the kinds that only the analysis reads. */
export const findAnalysisKind = (apiVersion: string, name: string): Kind | undefined =>
  findKind(apiVersion, name) ?? byDocument.get(`${apiVersion} ${name}`);
