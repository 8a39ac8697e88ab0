import { type OperationDescription, textParameter } from '../../http/operation-description.ts';
import {
  enumAttribute,
  flagAttribute,
  integerAttribute,
  nullableFlagAttribute,
  nullableIntegerAttribute,
  nullableTextAttribute,
  objectAttribute,
  textAttribute,
} from '../../json-api/attribute-schemas.ts';
import {
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  type DocumentShape,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';

const modes = enumAttribute('remote', 'local', 'agent');
const writable: DocumentShape['attributes'] = {
  name: textAttribute,
  email: nullableTextAttribute,
  'default-execution-mode': modes,
  'allow-force-delete-workspaces': nullableFlagAttribute,
  'assessments-enforced': nullableFlagAttribute,
  'collaborator-auth-policy': nullableTextAttribute,
  'session-timeout': nullableIntegerAttribute,
  'session-remember': nullableIntegerAttribute,
  'cost-estimation-enabled': nullableFlagAttribute,
  'send-passing-statuses-for-untriggered-speculative-plans': nullableFlagAttribute,
  'aggregated-commit-status-enabled': nullableFlagAttribute,
  'speculative-plan-management-enabled': nullableFlagAttribute,
  'user-tokens-enabled': nullableFlagAttribute,
  'owners-team-saml-role-id': nullableTextAttribute,
  'enforce-hyok': nullableFlagAttribute,
  'max-ttl-enabled': nullableFlagAttribute,
  'stacks-enabled': nullableFlagAttribute,
  'stacks-default-execution-mode': nullableTextAttribute,
  'recoverable-items-enabled': nullableFlagAttribute,
  'global-module-sharing': nullableFlagAttribute,
  'global-provider-sharing': nullableFlagAttribute,
};

const organizationShape: DocumentShape = {
  type: 'organizations',
  attributes: {
    ...writable,
    'external-id': textAttribute,
    'created-at': textAttribute,
    'plan-tier': textAttribute,
    'plan-identifier': textAttribute,
    'plan-expired': flagAttribute,
    'plan-expires-at': nullableTextAttribute,
    'plan-is-trial': flagAttribute,
    'plan-is-enterprise': flagAttribute,
    'fair-run-queuing-enabled': flagAttribute,
    'saml-enabled': flagAttribute,
    'two-factor-conformant': flagAttribute,
    'is-in-degraded-mode': flagAttribute,
    'parent-data-retention-policy-info': nullableTextAttribute,
    'module-consuming-organizations-count': integerAttribute,
    'provider-consuming-organizations-count': integerAttribute,
    'remaining-testable-count': integerAttribute,
    'over-stacks-resource-limit': flagAttribute,
    'test-generation-enabled': flagAttribute,
    'hcp-id': nullableTextAttribute,
    'is-unified': flagAttribute,
    permissions: objectAttribute,
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
  attributes: { ...writable, 'default-agent-pool-id': nullableTextAttribute },
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
