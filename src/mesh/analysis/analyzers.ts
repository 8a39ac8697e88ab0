import type { Compiled } from '@slipway/schema-tools/load';
import type { Analyzer } from './analyzer.ts';
import { annotations } from './analyzers/annotations.ts';
import { deploymentServices } from './analyzers/deployment-services.ts';
import { deprecated } from './analyzers/deprecated.ts';
import { destinationHost } from './analyzers/destination-host.ts';
import { destinationSubset } from './analyzers/destination-subset.ts';
import { gatewayOfVirtualService } from './analyzers/gateway-of-virtual-service.ts';
import { gatewayPort } from './analyzers/gateway-port.ts';
import { gatewaySecret } from './analyzers/gateway-secret.ts';
import { meshGatewayHosts } from './analyzers/mesh-gateway-hosts.ts';
import { mutualTlsConflict } from './analyzers/mutual-tls-conflict.ts';
import { mutualTlsWithoutProxy } from './analyzers/mutual-tls-without-proxy.ts';
import { namespaceInjection } from './analyzers/namespace-injection.ts';
import { namespaceReference } from './analyzers/namespace-reference.ts';
import { podWithoutProxy } from './analyzers/pod-without-proxy.ts';
import { portName } from './analyzers/port-name.ts';
import { portOfPolicy } from './analyzers/port-of-policy.ts';
import { portOfTokens } from './analyzers/port-of-tokens.ts';
import { proxyImage } from './analyzers/proxy-image.ts';
import { regularExpression } from './analyzers/regular-expression.ts';
import { replacedPolicy } from './analyzers/replaced-policy.ts';
import { roleOfBinding } from './analyzers/role-of-binding.ts';
import { schemaValidation } from './analyzers/schema-validation.ts';
import { servicesOfRole } from './analyzers/services-of-role.ts';
import { sidecarSelector } from './analyzers/sidecar-selector.ts';
import { sidecarWithoutSelector } from './analyzers/sidecar-without-selector.ts';

/** Those that need no schema, in the order of their names. */
export const plainAnalyzers: readonly Analyzer[] = [
  annotations, deploymentServices, destinationHost, destinationSubset, gatewayOfVirtualService, gatewayPort, gatewaySecret, meshGatewayHosts, mutualTlsConflict, mutualTlsWithoutProxy, namespaceInjection, namespaceReference,
  podWithoutProxy, portName, portOfPolicy, portOfTokens, proxyImage, regularExpression, replacedPolicy, roleOfBinding, servicesOfRole, sidecarSelector, sidecarWithoutSelector,
];

/** All, with a validator for each kind that has schemas. */
export const analyzersWith = (schemas: ReadonlyMap<string, readonly Compiled[]>): readonly Analyzer[] =>
  [...plainAnalyzers, deprecated(schemas), ...[...schemas].map(([collection, own]) => schemaValidation(collection, own))];
