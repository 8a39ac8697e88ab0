import {
  adapterSchema,
  attributeManifestSchema,
  handlerSchema,
  httpApiSpecSchema,
  httpApiSpecBindingSchema,
  instanceSchema,
  quotaSpecSchema,
  quotaSpecBindingSchema,
  ruleSchema,
  templateSchema,
} from './kinds/mixer.ts';
import { destinationRuleSchema, envoyFilterSchema, gatewaySchema, serviceEntrySchema, sidecarSchema } from './kinds/networking.ts';
import {
  authorizationPolicySchema,
  peerAuthenticationSchema,
  policySchema,
  rbacConfigSchema,
  requestAuthenticationSchema,
  serviceRoleSchema,
  serviceRoleBindingSchema,
} from './kinds/security.ts';
import { virtualServiceSchema } from './kinds/virtual-service.ts';
import type { Schema } from './schema-builders.ts';

/**
 * The built-in JSON Schemas of whole documents, by collection: types, bounds, and which members are deprecated. Other members
 * are allowed. Built-in kinds of Kubernetes have none: its API server validates them.
 */
export const builtinSchemas: Readonly<Record<string, Schema>> = {
  'istio/authentication/v1alpha1/meshpolicies': policySchema,
  'istio/authentication/v1alpha1/policies': policySchema,
  'istio/config/v1alpha2/adapters': adapterSchema,
  'istio/config/v1alpha2/httpapispecbindings': httpApiSpecBindingSchema,
  'istio/config/v1alpha2/httpapispecs': httpApiSpecSchema,
  'istio/config/v1alpha2/templates': templateSchema,
  'istio/mixer/v1/config/client/quotaspecbindings': quotaSpecBindingSchema,
  'istio/mixer/v1/config/client/quotaspecs': quotaSpecSchema,
  'istio/networking/v1alpha3/destinationrules': destinationRuleSchema,
  'istio/networking/v1alpha3/envoyfilters': envoyFilterSchema,
  'istio/networking/v1alpha3/gateways': gatewaySchema,
  'istio/networking/v1alpha3/serviceentries': serviceEntrySchema,
  'istio/networking/v1alpha3/sidecars': sidecarSchema,
  'istio/networking/v1alpha3/virtualservices': virtualServiceSchema,
  'istio/policy/v1beta1/attributemanifests': attributeManifestSchema,
  'istio/policy/v1beta1/handlers': handlerSchema,
  'istio/policy/v1beta1/instances': instanceSchema,
  'istio/policy/v1beta1/rules': ruleSchema,
  'istio/rbac/v1alpha1/clusterrbacconfigs': rbacConfigSchema,
  'istio/rbac/v1alpha1/rbacconfigs': rbacConfigSchema,
  'istio/rbac/v1alpha1/servicerolebindings': serviceRoleBindingSchema,
  'istio/rbac/v1alpha1/serviceroles': serviceRoleSchema,
  'istio/security/v1beta1/authorizationpolicies': authorizationPolicySchema,
  'istio/security/v1beta1/peerauthentications': peerAuthenticationSchema,
  'istio/security/v1beta1/requestauthentications': requestAuthenticationSchema,
};
