import { validateDestinationRule } from './destination-rule.ts';
import { validateGateway } from './gateway.ts';
import type { Rule } from './rule.ts';
import { validateAuthorizationPolicy, validatePeerAuthentication, validateServiceRole, validateServiceRoleBinding } from './security.ts';
import { validateServiceEntry } from './service-entry.ts';
import { validateSidecar } from './sidecar.ts';
import { validateVirtualService } from './virtual-service.ts';

/** By collection. */
export const rulesByCollection: Readonly<Record<string, Rule>> = {
  'istio/networking/v1alpha3/destinationrules': validateDestinationRule,
  'istio/networking/v1alpha3/gateways': validateGateway,
  'istio/networking/v1alpha3/serviceentries': validateServiceEntry,
  'istio/networking/v1alpha3/sidecars': validateSidecar,
  'istio/networking/v1alpha3/virtualservices': validateVirtualService,
  'istio/rbac/v1alpha1/servicerolebindings': validateServiceRoleBinding,
  'istio/rbac/v1alpha1/serviceroles': validateServiceRole,
  'istio/security/v1beta1/authorizationpolicies': validateAuthorizationPolicy,
  'istio/security/v1beta1/peerauthentications': validatePeerAuthentication,
};
