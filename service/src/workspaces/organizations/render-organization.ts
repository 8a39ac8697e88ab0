import { isOwner } from '../../access/organization-owners.ts';
import { findMembership, hasOrganizationRight, isOrganizationToken } from '../../access/permissions.ts';
import { type Organization, resolveOrganizationSetting, resolveTier } from '../../access/records.ts';
import type { RequestContext } from '../../http/route.ts';
import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import { organizationDefaults } from './organization-attributes.ts';

// oxlint-disable-next-line max-lines-per-function -- a table of permissions
const renderOrganizationPermissions = (ctx: RequestContext, name: string): { readonly [name: string]: boolean } => {
  const owner = isOwner(ctx, name);
  const has = (right: Parameters<typeof hasOrganizationRight>[2]): boolean => hasOrganizationRight(ctx, name, right);
  const ofOrganization = isOrganizationToken(ctx);
  const [workspaces, modules, providers, pools, members] = [
    has('manage-workspaces'),
    has('manage-modules'),
    has('manage-providers'),
    has('manage-agent-pools'),
    has('manage-membership'),
  ];
  return {
    'can-update': owner,
    'can-update-authentication-token': owner || (ofOrganization && findMembership(ctx, name) !== undefined),
    'can-view-authentication': owner,
    'can-destroy': owner,
    'can-access-via-teams': owner,
    'can-create-module': modules,
    'can-create-team': has('manage-teams'),
    'can-create-workspace': workspaces,
    'can-manage-users': members,
    'can-view-users': members,
    'can-manage-subscription': owner,
    'can-manage-sso': owner,
    'can-manage-auditing': owner,
    'can-update-oauth': has('manage-vcs-settings'),
    'can-update-sentinel': has('manage-policies'),
    'can-update-ssh-keys': has('manage-vcs-settings') && !ofOrganization,
    'can-update-api-token': owner,
    'can-traverse': true,
    'can-view-usage': owner,
    'can-update-agent-pools': pools,
    'can-manage-tags': workspaces,
    'can-manage-varsets': workspaces,
    'can-read-varsets': has('read-workspaces'),
    'can-manage-public-providers': owner,
    'can-create-provider': providers,
    'can-manage-public-modules': owner,
    'can-manage-custom-providers': providers,
    'can-manage-run-tasks': has('manage-run-tasks'),
    'can-read-run-tasks': true,
    'can-create-project': has('manage-projects'),
    'can-enable-stacks': owner,
    'can-manage-org-public-providers': owner,
    'can-manage-org-public-modules': owner,
    'can-manage-assessments': owner,
    'can-read-assessments': has('read-workspaces'),
    'can-view-explorer': has('read-workspaces'),
    'can-deploy-no-code-modules': workspaces && !ofOrganization,
    'can-manage-no-code-modules': modules && !ofOrganization,
    'can-manage-groups-in-hcp': false,
    'can-create-project-in-hcp': false,
    'can-update-hyok-configuration': false,
    'can-view-hyok-feature-info': false,
    'can-create-workspace-migration': false,
    'can-manage-recoverable-items': false,
    'can-read-policies': true,
  };
};

/** What no update chooses: the plan, and what belongs to services that this one is not. */
const renderComputedAttributes = ({ settings }: RequestContext, organization: Organization): NonNullable<ResourceObject['attributes']> => ({
  'plan-tier': resolveTier(organization, settings),
  'plan-identifier': resolveTier(organization, settings),
  'plan-expired': false,
  'plan-expires-at': null,
  'plan-is-trial': false,
  'plan-is-enterprise': settings.edition === 'self-hosted',
  'fair-run-queuing-enabled': true,
  'saml-enabled': false,
  'two-factor-conformant': true,
  'is-in-degraded-mode': false,
  'parent-data-retention-policy-info': null,
  'module-consuming-organizations-count': 0,
  'provider-consuming-organizations-count': 0,
  'remaining-testable-count': 5,
  'over-stacks-resource-limit': false,
  'test-generation-enabled': false,
  'hcp-id': null,
  'is-unified': false,
});

export const renderOrganization = (ctx: RequestContext, { id, body }: StoredRecord<Organization>): ResourceObject => {
  const self = `/api/v2/organizations/${body.name}`;
  const linked = (path: string) => ({ links: { related: `${self}/${path}` } });
  return {
    id: body.name,
    type: 'organizations',
    attributes: {
      name: body.name,
      email: body.email,
      'external-id': id,
      'created-at': body.createdAt,
      'default-execution-mode': body.defaultExecutionMode,
      'allow-force-delete-workspaces': resolveOrganizationSetting(body, ctx.settings, 'workspaceAdminsForceDelete'),
      'assessments-enforced': resolveOrganizationSetting(body, ctx.settings, 'assessmentsEnforced'),
      ...organizationDefaults,
      ...body.chosen,
      ...renderComputedAttributes(ctx, body),
      permissions: renderOrganizationPermissions(ctx, body.name),
    },
    relationships: {
      'default-project': renderToOne('projects', body.defaultProject),
      'default-agent-pool': renderToOne('agent-pools', body.defaultAgentPool),
      'stacks-default-agent-pool': { data: null },
      'data-retention-policy': renderToOne(body.retention?.type ?? '', body.retention?.id ?? null),
      'entitlement-set': renderToOne('entitlement-sets', id, `${self}/entitlement-set`),
      subscription: renderToOne('subscriptions', `sub-${id.slice('org-'.length)}`),
      'primary-hyok-configuration': { data: null },
      'oauth-tokens': linked('oauth-tokens'),
      'authentication-token': linked('authentication-token'),
      'audit-trails-authentication-token': linked('authentication-token?token=audit-trails'),
      'module-producers': linked('relationships/module-producers'),
      'provider-producers': linked('relationships/provider-producers'),
    },
    links: { self },
  };
};
