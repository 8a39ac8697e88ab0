import { destinationRule } from './destination-rule.ts';
import { gateway } from './gateway.ts';
import type { Rule } from './rule.ts';
import { authorizationPolicy, peerAuthentication, serviceRole, serviceRoleBinding } from './security.ts';
import { serviceEntry } from './service-entry.ts';
import { sidecar } from './sidecar.ts';
import { virtualService } from './virtual-service.ts';

/** By collection. */
export const rules: Readonly<Record<string, Rule>> = {
  'istio/networking/v1alpha3/destinationrules': destinationRule, 'istio/networking/v1alpha3/gateways': gateway, 'istio/networking/v1alpha3/serviceentries': serviceEntry,
  'istio/networking/v1alpha3/sidecars': sidecar, 'istio/networking/v1alpha3/virtualservices': virtualService,
  'istio/rbac/v1alpha1/servicerolebindings': serviceRoleBinding, 'istio/rbac/v1alpha1/serviceroles': serviceRole,
  'istio/security/v1beta1/authorizationpolicies': authorizationPolicy, 'istio/security/v1beta1/peerauthentications': peerAuthentication,
};
