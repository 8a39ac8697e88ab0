import { validatePeerAuthentication, validateRequestAuthentication } from './authentication.ts';
import { validateMeshPolicy, validatePolicy } from './authentication-policy.ts';
import { validateAuthorizationPolicy } from './authorization-policy.ts';
import { validateDestinationRule } from './destination-rule.ts';
import { validateEnvoyFilter } from './envoy-filter.ts';
import { validateGateway } from './gateway.ts';
import { validateHttpApiSpec, validateHttpApiSpecBinding, validateQuotaSpec, validateQuotaSpecBinding } from './mixer-clients.ts';
import { validateRbacConfig, validateServiceRole, validateServiceRoleBinding } from './rbac.ts';
import type { Rule } from './rule.ts';
import { validateServiceEntry } from './service-entry.ts';
import { validateSidecar } from './sidecar.ts';
import { validateVirtualService } from './virtual-service.ts';

/** The rule of each collection. */
export const rulesByCollection: Readonly<Record<string, Rule>> = {
  'istio/authentication/v1alpha1/meshpolicies': validateMeshPolicy,
  'istio/authentication/v1alpha1/policies': validatePolicy,
  'istio/config/v1alpha2/httpapispecbindings': validateHttpApiSpecBinding,
  'istio/config/v1alpha2/httpapispecs': validateHttpApiSpec,
  'istio/mixer/v1/config/client/quotaspecbindings': validateQuotaSpecBinding,
  'istio/mixer/v1/config/client/quotaspecs': validateQuotaSpec,
  'istio/networking/v1alpha3/destinationrules': validateDestinationRule,
  'istio/networking/v1alpha3/envoyfilters': validateEnvoyFilter,
  'istio/networking/v1alpha3/gateways': validateGateway,
  'istio/networking/v1alpha3/serviceentries': validateServiceEntry,
  'istio/networking/v1alpha3/sidecars': validateSidecar,
  'istio/networking/v1alpha3/virtualservices': validateVirtualService,
  'istio/rbac/v1alpha1/clusterrbacconfigs': validateRbacConfig,
  'istio/rbac/v1alpha1/rbacconfigs': validateRbacConfig,
  'istio/rbac/v1alpha1/servicerolebindings': validateServiceRoleBinding,
  'istio/rbac/v1alpha1/serviceroles': validateServiceRole,
  'istio/security/v1beta1/authorizationpolicies': validateAuthorizationPolicy,
  'istio/security/v1beta1/peerauthentications': validatePeerAuthentication,
  'istio/security/v1beta1/requestauthentications': validateRequestAuthentication,
};
