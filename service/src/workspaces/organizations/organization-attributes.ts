import { parseDefaultAgentPool } from '../agent-pools/parse-default-agent-pool.ts';
import type { Organization } from '../../access/records.ts';
import { newOrganizationNameKind } from '../../access/names.ts';
import { type ErrorObject, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import { validateTypes } from '../../json-api/validate-types.ts';

/** Attributes that are stored and returned without effect here (other nouns may use them). Their defaults are the hosted service's. */
export const organizationDefaults: { readonly [name: string]: unknown } = {
  'collaborator-auth-policy': 'password',
  'session-timeout': null,
  'session-remember': null,
  'cost-estimation-enabled': true,
  'send-passing-statuses-for-untriggered-speculative-plans': false,
  'aggregated-commit-status-enabled': true,
  'speculative-plan-management-enabled': true,
  'user-tokens-enabled': true,
  'owners-team-saml-role-id': null,
  'enforce-hyok': false,
  'max-ttl-enabled': false,
  'stacks-enabled': false,
  'stacks-default-execution-mode': 'remote',
  'recoverable-items-enabled': false,
  'global-module-sharing': false,
  'global-provider-sharing': false,
};

const attributeTypes = {
  email: 'text?',
  'default-execution-mode': 'text',
  'allow-force-delete-workspaces': 'flag?',
  'assessments-enforced': 'flag?',
  'default-agent-pool-id': 'text?',
  'collaborator-auth-policy': 'text?',
  'session-timeout': 'number?',
  'session-remember': 'number?',
  'cost-estimation-enabled': 'flag?',
  'send-passing-statuses-for-untriggered-speculative-plans': 'flag?',
  'aggregated-commit-status-enabled': 'flag?',
  'speculative-plan-management-enabled': 'flag?',
  'user-tokens-enabled': 'flag?',
  'owners-team-saml-role-id': 'text?',
  'enforce-hyok': 'flag?',
  'max-ttl-enabled': 'flag?',
  'stacks-enabled': 'flag?',
  'stacks-default-execution-mode': 'text?',
  'recoverable-items-enabled': 'flag?',
  'global-module-sharing': 'flag?',
  'global-provider-sharing': 'flag?',
} as const;

const at = (name: string): string => `/data/attributes/${name}`;
const requireWord = (attributes: JsonObject, name: string, words: readonly string[]): ErrorObject[] => {
  const value = attributes[name];
  if (value === undefined || value === null || words.includes(value as string)) return [];
  return [{ detail: `expected ${words.join(', ')}, got ${JSON.stringify(value)}`, pointer: at(name) }];
};
const requireMinutes = (attributes: JsonObject, name: string): ErrorObject[] => {
  const value = attributes[name];
  if (value === undefined || value === null || (Number.isInteger(value) && (value as number) >= 1)) return [];
  return [{ detail: 'expected a whole number of minutes, from 1', pointer: at(name) }];
};

/** Throws 422 for attributes that are not what an organization has. */
export const requireOrganizationAttributes = (attributes: JsonObject, creating: boolean): void => {
  throwIfInvalid(validateTypes(attributes, { ...attributeTypes, name: creating ? 'text!' : 'text' }, creating));
  throwIfInvalid([
    ...requireWord(attributes, 'default-execution-mode', ['remote', 'local', 'agent']),
    ...requireWord(attributes, 'stacks-default-execution-mode', ['remote', 'agent']),
    ...requireWord(attributes, 'collaborator-auth-policy', ['password', 'two_factor_mandatory']),
    ...requireMinutes(attributes, 'session-timeout'),
    ...requireMinutes(attributes, 'session-remember'),
  ]);
  if (attributes['name'] !== undefined && !newOrganizationNameKind.accepts(attributes['name']))
    throw unprocessable(`expected ${newOrganizationNameKind.description}`, at('name'));
};

type OrganizationSettings = Pick<Organization, 'email' | 'defaultExecutionMode' | 'defaultAgentPool' | 'settings'> &
  Partial<Pick<Organization, 'chosen'>>;

/** An organization after the attributes of a request, which are valid. Only the mode `agent` has a pool. */
export const applyOrganizationAttributes = async <O extends OrganizationSettings>(
  ctx: RequestContext,
  name: string,
  old: O,
  attributes: JsonObject,
  relationships: JsonObject,
): Promise<O> => {
  const mode = (attributes['default-execution-mode'] as Organization['defaultExecutionMode'] | undefined) ?? old.defaultExecutionMode;
  const pool = await parseDefaultAgentPool(ctx, name, attributes, relationships);
  if (pool && mode !== 'agent')
    throw unprocessable(
      `default-agent-pool-id must not be specified unless using 'agent' execution mode; here it is "${mode}"`,
      at('default-agent-pool-id'),
    );
  const sent = Object.entries(attributes).filter(
    ([attribute, value]) => Object.hasOwn(organizationDefaults, attribute) && value !== undefined,
  );
  const flag = (attribute: string, before: boolean | null): boolean | null =>
    (attributes[attribute] as boolean | null | undefined) ?? before;
  return {
    ...old,
    email: (attributes['email'] as string | null | undefined) ?? old.email,
    defaultExecutionMode: mode,
    defaultAgentPool: mode === 'agent' ? (pool === undefined ? old.defaultAgentPool : pool) : null,
    settings: {
      workspaceAdminsForceDelete: flag('allow-force-delete-workspaces', old.settings.workspaceAdminsForceDelete),
      assessmentsEnforced: flag('assessments-enforced', old.settings.assessmentsEnforced),
    },
    ...(sent.length > 0 ? { chosen: { ...old.chosen, ...Object.fromEntries(sent) } } : {}),
  };
};
