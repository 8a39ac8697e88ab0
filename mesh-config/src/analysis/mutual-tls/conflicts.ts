import type { Resource } from '../../resources/resource.ts';
import type { AnalysisContext, Finding } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { namespaceOf } from '../resource-fields.ts';
import { findMeshRequirement, findMutualTlsRequirement, type MutualTlsRequirement } from './requirement.ts';
import { findRuleOfNamespace, listNamespacesWithRules, type SendingRule, sendsMutualTls } from './sending-rules.ts';
import { listServiceTargets, type ServiceTarget } from './service-targets.ts';

/** The findings of a resource, by collection and name. */
export type FindingsByResource = ReadonlyMap<string, readonly Finding[]>;
export const findingsKeyOf = ({ collection, name }: Pick<Resource, 'collection' | 'name'>): string => `${collection} ${name}`;

const listClients = (look: AnalysisContext): ReadonlySet<string> =>
  new Set([
    ...look.list(collections.namespaces).map(({ name }) => name),
    ...look.list(collections.policies).map(namespaceOf),
    ...look.list(collections.destinationRules).map(namespaceOf),
  ]);

/**
 * The rules that clients of a port use; undefined: some have none. A rule of the client's namespace, private or not, precedes those of the
 * service's namespace and of the root namespace, where a private rule has no effect on others.
 */
const findRules = ({ namespace: own, host, port }: ServiceTarget, look: AnalysisContext): ReadonlySet<SendingRule | undefined> => {
  const find = (namespace: string, takesPrivate: boolean) => findRuleOfNamespace(namespace, host, port?.number, takesPrivate, look);
  const common = find(own, false) ?? find(look.rootNamespace, false);
  const withRules = look.memoize(listNamespacesWithRules).filter((namespace) => namespace !== look.rootNamespace);
  const rules = new Set(withRules.map((namespace) => find(namespace, true) ?? common));
  if (look.memoize(listClients).size > withRules.length) rules.add(common);
  return rules;
};

const describeRequirement = ({ kind, resource }: MutualTlsRequirement): string =>
  resource ? `${kind} ${resource.name} takes` : 'without a policy it takes';
const describeRule = (rule: SendingRule | undefined): string =>
  rule
    ? `DestinationRule ${rule.resource.name} sends ${rule.mode === undefined ? 'none' : `TLS of mode ${rule.mode}`}`
    : 'no DestinationRule sends it';

const findingAtRule = (host: string, requirement: MutualTlsRequirement, rule: SendingRule): Finding => ({
  code: 'IST0113',
  pointer: rule.pointer,
  message: sendsMutualTls(rule)
    ? `TLS of mode ISTIO_MUTUAL is sent to ${host}, and ${describeRequirement(requirement)} none: ` +
      'write mode DISABLE here, or PERMISSIVE or STRICT there'
    : `${rule.mode === undefined ? 'No TLS' : `TLS of mode ${rule.mode}`} is sent to ${host}, and ` +
      `${describeRequirement(requirement)} mutual TLS alone: write mode ISTIO_MUTUAL here, or PERMISSIVE there`,
});
const findingAtPolicy = (host: string, { mode }: MutualTlsRequirement, rule: SendingRule | undefined): Finding => ({
  code: 'IST0113',
  pointer: '/spec/peers',
  message:
    mode === 'STRICT'
      ? `Mutual TLS alone is taken at ${host}, and ${describeRule(rule)}: write mode PERMISSIVE here, or mode ISTIO_MUTUAL there`
      : `No TLS is taken at ${host}, and ${describeRule(rule)}: write mtls here, or mode DISABLE there`,
});
const findingWithoutProxy = (host: string, rule: SendingRule): Finding => ({
  code: 'IST0115',
  pointer: rule.pointer,
  message:
    `TLS of mode ISTIO_MUTUAL is sent to ${host}, and not all of its pods have a proxy to take it: ` +
    'give them one, or write mode DISABLE',
});

const isConflict = ({ mode }: MutualTlsRequirement, rule: SendingRule | undefined): boolean =>
  sendsMutualTls(rule) ? mode === 'DISABLE' : mode === 'STRICT';

type Report = (resource: Resource, finding: Finding) => void;

/** Reports a conflict of the MeshPolicy with the rule for the whole mesh; returns whether there is one. */
const checkMesh = (look: AnalysisContext, report: Report): boolean => {
  const host = `*.svc.${look.domain}`;
  const requirement = findMeshRequirement(look);
  const rule = findRuleOfNamespace(look.rootNamespace, host, undefined, false, look);
  if (requirement.kind === 'PeerAuthentication' || !isConflict(requirement, rule)) return false;
  if (requirement.mode === 'STRICT' && requirement.resource) report(requirement.resource, findingAtPolicy(host, requirement, rule));
  if (requirement.mode === 'DISABLE' && rule) report(rule.resource, findingAtRule(host, requirement, rule));
  return true;
};

/** Whether a conflict requires settings on both sides. */
const needsBoth = ({ port }: ServiceTarget, { kind }: MutualTlsRequirement, isMeshInConflict: boolean): boolean =>
  // The whole mesh was reported already; policies of the Service may be in another file; with PeerAuthentications proxies choose.
  isMeshInConflict || port === undefined || kind === 'PeerAuthentication';

const checkTarget = (target: ServiceTarget, isMeshInConflict: boolean, look: AnalysisContext, report: Report): void => {
  const requirement = findMutualTlsRequirement(target, look);
  const { resource, kind } = requirement;
  const host = target.port ? `${target.host}:${target.port.number}` : target.host;
  for (const rule of findRules(target, look)) {
    if (target.isWithoutProxy) {
      if (rule && sendsMutualTls(rule)) report(rule.resource, findingWithoutProxy(host, rule));
      continue;
    }
    if (!isConflict(requirement, rule)) continue;
    if (needsBoth(target, requirement, isMeshInConflict) && (!resource || !rule)) continue;
    if (kind === 'PeerAuthentication') {
      if (rule?.mode !== undefined) report(rule.resource, findingAtRule(host, requirement, rule));
      continue;
    }
    if (resource) report(resource, findingAtPolicy(host, requirement, rule));
    if (rule) report(rule.resource, findingAtRule(host, requirement, rule));
  }
};

/** Conflicts of what DestinationRules send with what Policies, MeshPolicies and PeerAuthentications require, by resource. */
export const findMutualTlsConflicts = (look: AnalysisContext): FindingsByResource => {
  const found = new Map<string, Finding[]>();
  const report: Report = (resource, finding) => {
    const key = findingsKeyOf(resource);
    const own = found.get(key);
    if (own) own.push(finding);
    else found.set(key, [finding]);
  };
  const isMeshInConflict = checkMesh(look, report);
  for (const target of listServiceTargets(look)) checkTarget(target, isMeshInConflict, look, report);
  return found;
};
