import { type PackageDeclaration, declarePackage } from '../message-declarations.ts';
import { destinationRuleMessages } from './networking/destination-rule.ts';
import { envoyFilterMessages } from './networking/envoy-filter.ts';
import { gatewayMessages } from './networking/gateway.ts';
import { serviceEntryMessages } from './networking/service-entry.ts';
import { sidecarMessages } from './networking/sidecar.ts';
import { virtualServiceMessages } from './networking/virtual-service.ts';

export const networkingPackage: PackageDeclaration = declarePackage(
  'istio.networking.v1alpha3',
  virtualServiceMessages,
  destinationRuleMessages,
  gatewayMessages,
  envoyFilterMessages,
  sidecarMessages,
  serviceEntryMessages,
);
