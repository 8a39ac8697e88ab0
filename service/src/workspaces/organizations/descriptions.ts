import {
  booleanValue,
  enumValue,
  freeObject,
  integerValue,
  nullableBoolean,
  nullableInteger,
  nullableString,
  stringValue,
} from '../../http/body-schemas.ts';
import { type OperationDescription, textParameter } from '../../http/operation-description.ts';
import {
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  type DocumentShape,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';

const modes = enumValue('remote', 'local', 'agent');
const writable: DocumentShape['attributes'] = {
  name: stringValue,
  email: nullableString,
  'default-execution-mode': modes,
  'allow-force-delete-workspaces': nullableBoolean,
  'assessments-enforced': nullableBoolean,
  'collaborator-auth-policy': nullableString,
  'session-timeout': nullableInteger,
  'session-remember': nullableInteger,
  'cost-estimation-enabled': nullableBoolean,
  'send-passing-statuses-for-untriggered-speculative-plans': nullableBoolean,
  'aggregated-commit-status-enabled': nullableBoolean,
  'speculative-plan-management-enabled': nullableBoolean,
  'user-tokens-enabled': nullableBoolean,
  'owners-team-saml-role-id': nullableString,
  'enforce-hyok': nullableBoolean,
  'max-ttl-enabled': nullableBoolean,
  'stacks-enabled': nullableBoolean,
  'stacks-default-execution-mode': nullableString,
  'recoverable-items-enabled': nullableBoolean,
  'global-module-sharing': nullableBoolean,
  'global-provider-sharing': nullableBoolean,
};

const organizationShape: DocumentShape = {
  type: 'organizations',
  attributes: {
    ...writable,
    'external-id': stringValue,
    'created-at': stringValue,
    'plan-tier': stringValue,
    'plan-identifier': stringValue,
    'plan-expired': booleanValue,
    'plan-expires-at': nullableString,
    'plan-is-trial': booleanValue,
    'plan-is-enterprise': booleanValue,
    'fair-run-queuing-enabled': booleanValue,
    'saml-enabled': booleanValue,
    'two-factor-conformant': booleanValue,
    'is-in-degraded-mode': booleanValue,
    'parent-data-retention-policy-info': nullableString,
    'module-consuming-organizations-count': integerValue,
    'provider-consuming-organizations-count': integerValue,
    'remaining-testable-count': integerValue,
    'over-stacks-resource-limit': booleanValue,
    'test-generation-enabled': booleanValue,
    'hcp-id': nullableString,
    'is-unified': booleanValue,
    permissions: freeObject,
  },
  relationships: {
    'default-project': { to: 'projects' },
    'default-agent-pool': { to: 'agent-pools' },
    'stacks-default-agent-pool': { to: 'agent-pools' },
    'data-retention-policy': { to: ['data-retention-policy-delete-olders', 'data-retention-policy-dont-deletes'] },
    'entitlement-set': { to: 'entitlement-sets' },
    subscription: { to: 'subscriptions' },
    'primary-hyok-configuration': { to: 'hyok-configurations' },
    'oauth-tokens': { to: 'oauth-tokens', many: true },
    'authentication-token': { to: 'authentication-tokens' },
    'audit-trails-authentication-token': { to: 'authentication-tokens' },
    'module-producers': { to: 'organizations', many: true },
    'provider-producers': { to: 'organizations', many: true },
  },
};

const requestShape: DocumentShape = {
  type: 'organizations',
  attributes: { ...writable, 'default-agent-pool-id': nullableString },
  relationships: { 'default-agent-pool': { to: 'agent-pools' } },
};

const query = { include: includeParameter };
const response = describeResponseDocument(organizationShape);

export const organizationDescription: OperationDescription = { summary: 'Shows an organization.', query, responses: { 200: response } };
export const createOrganizationDescription: OperationDescription = {
  summary: 'Creates an organization; the caller is its owner.',
  request: describeRequestDocument({ ...requestShape, required: ['name'] }),
  responses: { 201: response },
};
export const updateOrganizationDescription: OperationDescription = {
  summary: 'Changes an organization. With a new name, everything in it moves to that name.',
  request: describeRequestDocument(requestShape),
  responses: { 200: response },
};
export const listOrganizationsDescription: OperationDescription = {
  summary: "Lists the caller's organizations.",
  query: {
    ...listParameters,
    q: textParameter('A part of the name or of the email address.'),
    'q[name]': textParameter('A part of the name.'),
    'q[email]': textParameter('A part of the email address.'),
  },
  responses: { 200: describeResponseList(organizationShape) },
};
export const producersDescription: OperationDescription = {
  summary: 'Lists the organizations that share modules with this one: none.',
  query: listParameters,
  responses: { 200: describeResponseList(organizationShape) },
};
