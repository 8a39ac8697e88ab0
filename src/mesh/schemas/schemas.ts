import { adapter, attributeManifest, handler, httpApiSpec, httpApiSpecBinding, instance, quotaSpec, quotaSpecBinding, rule, template } from './kinds/mixer.ts';
import { destinationRule, envoyFilter, gateway, serviceEntry, sidecar } from './kinds/networking.ts';
import { authorizationPolicy, peerAuthentication, policy, rbacConfig, requestAuthentication, serviceRole, serviceRoleBinding } from './kinds/security.ts';
import { virtualService } from './kinds/virtual-service.ts';
import type { Schema } from './words.ts';

/**
 * The JSON Schemas of whole documents that this program brings along, by collection: what types members have, and which of
 * them are deprecated. Members that they do not name are let pass. Kinds of Kubernetes itself have none: its API server holds them.
 */
export const schemas: Readonly<Record<string, Schema>> = {
  'istio/authentication/v1alpha1/meshpolicies': policy, 'istio/authentication/v1alpha1/policies': policy,
  'istio/config/v1alpha2/adapters': adapter, 'istio/config/v1alpha2/httpapispecbindings': httpApiSpecBinding, 'istio/config/v1alpha2/httpapispecs': httpApiSpec, 'istio/config/v1alpha2/templates': template,
  'istio/mixer/v1/config/client/quotaspecbindings': quotaSpecBinding, 'istio/mixer/v1/config/client/quotaspecs': quotaSpec,
  'istio/networking/v1alpha3/destinationrules': destinationRule, 'istio/networking/v1alpha3/envoyfilters': envoyFilter, 'istio/networking/v1alpha3/gateways': gateway,
  'istio/networking/v1alpha3/serviceentries': serviceEntry, 'istio/networking/v1alpha3/sidecars': sidecar, 'istio/networking/v1alpha3/virtualservices': virtualService,
  'istio/policy/v1beta1/attributemanifests': attributeManifest, 'istio/policy/v1beta1/handlers': handler, 'istio/policy/v1beta1/instances': instance, 'istio/policy/v1beta1/rules': rule,
  'istio/rbac/v1alpha1/clusterrbacconfigs': rbacConfig, 'istio/rbac/v1alpha1/rbacconfigs': rbacConfig, 'istio/rbac/v1alpha1/servicerolebindings': serviceRoleBinding, 'istio/rbac/v1alpha1/serviceroles': serviceRole,
  'istio/security/v1beta1/authorizationpolicies': authorizationPolicy, 'istio/security/v1beta1/peerauthentications': peerAuthentication, 'istio/security/v1beta1/requestauthentications': requestAuthentication,
};
