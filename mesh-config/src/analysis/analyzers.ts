import type { Compiled } from '@slipway/schema-tools/load';
import type { Analyzer } from './analyzer.ts';
import { type DocumentJudge, judgeOnce } from './document-judge.ts';
import { annotationsAnalyzer } from './analyzers/annotations.ts';
import { deploymentServicesAnalyzer } from './analyzers/deployment-services.ts';
import { createDeprecatedFieldsAnalyzer } from './analyzers/deprecated-fields.ts';
import { destinationHostAnalyzer } from './analyzers/destination-host.ts';
import { destinationSubsetAnalyzer } from './analyzers/destination-subset.ts';
import { gatewayOfVirtualServiceAnalyzer } from './analyzers/gateway-of-virtual-service.ts';
import { gatewayPortAnalyzer } from './analyzers/gateway-port.ts';
import { gatewaySecretAnalyzer } from './analyzers/gateway-secret.ts';
import { meshGatewayHostsAnalyzer } from './analyzers/mesh-gateway-hosts.ts';
import { mutualTlsAnalyzer } from './analyzers/mutual-tls.ts';
import { namespaceInjectionAnalyzer } from './analyzers/namespace-injection.ts';
import { podWithoutProxyAnalyzer } from './analyzers/pod-without-proxy.ts';
import { portNameAnalyzer } from './analyzers/port-name.ts';
import { portOfPolicyAnalyzer } from './analyzers/port-of-policy.ts';
import { portOfTokensAnalyzer } from './analyzers/port-of-tokens.ts';
import { proxyImageAnalyzer } from './analyzers/proxy-image.ts';
import { regularExpressionAnalyzer } from './analyzers/regular-expression.ts';
import { replacedPolicyAnalyzer } from './analyzers/replaced-policy.ts';
import { roleOfBindingAnalyzer } from './analyzers/role-of-binding.ts';
import { createSchemaAnalyzer } from './analyzers/schema-validation.ts';
import { servicesOfRoleAnalyzer } from './analyzers/services-of-role.ts';
import { sidecarSelectorAnalyzer } from './analyzers/sidecar-selector.ts';
import { sidecarWithoutSelectorAnalyzer } from './analyzers/sidecar-without-selector.ts';

/** Analyzers that need no schema, sorted by name. */
export const schemalessAnalyzers: readonly Analyzer[] = [
  annotationsAnalyzer,
  deploymentServicesAnalyzer,
  destinationHostAnalyzer,
  destinationSubsetAnalyzer,
  gatewayOfVirtualServiceAnalyzer,
  gatewayPortAnalyzer,
  gatewaySecretAnalyzer,
  meshGatewayHostsAnalyzer,
  mutualTlsAnalyzer,
  namespaceInjectionAnalyzer,
  podWithoutProxyAnalyzer,
  portNameAnalyzer,
  portOfPolicyAnalyzer,
  portOfTokensAnalyzer,
  proxyImageAnalyzer,
  regularExpressionAnalyzer,
  replacedPolicyAnalyzer,
  roleOfBindingAnalyzer,
  servicesOfRoleAnalyzer,
  sidecarSelectorAnalyzer,
  sidecarWithoutSelectorAnalyzer,
];

/** All, with a validator for each kind that has schemas. `judge`: where long documents are judged. */
export const createAnalyzers = (schemas: ReadonlyMap<string, readonly Compiled[]>, judge?: DocumentJudge): readonly Analyzer[] => {
  const judgeLong = judgeOnce(judge);
  return [
    ...schemalessAnalyzers,
    createDeprecatedFieldsAnalyzer(schemas, judgeLong),
    ...[...schemas].map(([collection, own]) => createSchemaAnalyzer(collection, own, judgeLong)),
  ];
};
