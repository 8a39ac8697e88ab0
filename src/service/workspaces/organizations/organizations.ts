import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { listResources } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { noContent, okDocument } from '../../json-api/responses.ts';
import { newOrganizationNameKind } from '../../access/names.ts';
import { forbidden, notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type Organization, resolveOrganizationSetting } from '../../access/records.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { createOrganization } from './bootstrap.ts';
import { deleteOrganization } from './delete-organization.ts';
import { findMembership, hasOrganizationRight, requireOrganization } from '../../access/permissions.ts';

export const renderOrganization = (ctx: RequestContext, organization: StoredRecord<Organization>): ResourceObject => {
  const { body } = organization;
  const owner = findMembership(ctx, body.name)?.owner ?? false;
  return {
    id: body.name,
    type: 'organizations',
    attributes: {
      name: body.name,
      email: body.email,
      'external-id': organization.id,
      'created-at': body.createdAt,
      'default-execution-mode': body.defaultExecutionMode,
      'allow-force-delete-workspaces': resolveOrganizationSetting(body, ctx.settings, 'workspaceAdminsForceDelete'),
      'assessments-enforced': resolveOrganizationSetting(body, ctx.settings, 'assessmentsEnforced'),
      'plan-tier': ctx.settings.tier,
      permissions: {
        'can-update': owner,
        'can-destroy': owner,
        'can-create-workspace': hasOrganizationRight(ctx, body.name, 'manage-workspaces'),
        'can-create-project': hasOrganizationRight(ctx, body.name, 'manage-projects'),
        'can-create-team': hasOrganizationRight(ctx, body.name, 'manage-teams'),
        'can-manage-varsets': hasOrganizationRight(ctx, body.name, 'manage-workspaces'),
        'can-create-module': hasOrganizationRight(ctx, body.name, 'manage-modules'),
      },
    },
    relationships: {
      'default-project': renderToOne('projects', body.defaultProject),
      'default-agent-pool': renderToOne('agent-pools', body.defaultAgentPool),
    },
    links: { self: `/api/v2/organizations/${body.name}` },
  };
};

const writableAttributes = {
  email: 'text',
  'default-execution-mode': 'text',
  'allow-force-delete-workspaces': 'flag?',
  'assessments-enforced': 'flag?',
  'default-agent-pool-id': 'text?',
} as const;
const parseSettings = (attributes: { readonly [name: string]: unknown }, old: Organization['settings']): Organization['settings'] => ({
  workspaceAdminsForceDelete: (attributes['allow-force-delete-workspaces'] as boolean | null | undefined) ?? old.workspaceAdminsForceDelete,
  assessmentsEnforced: (attributes['assessments-enforced'] as boolean | null | undefined) ?? old.assessmentsEnforced,
});
const parseExecutionMode = (value: unknown, otherwise: Organization['defaultExecutionMode']): Organization['defaultExecutionMode'] => {
  if (value === undefined) return otherwise;
  if (value !== 'remote' && value !== 'local' && value !== 'agent')
    throw unprocessable(`expected remote, local or agent, got ${JSON.stringify(value)}`, '/data/attributes/default-execution-mode');
  return value;
};
const requireOwnedOrganization = async (ctx: RequestContext): Promise<StoredRecord<Organization>> => {
  const organization = await requireOrganization(ctx);
  if (!findMembership(ctx, organization.body.name)?.owner) throw notFound(`the organization "${organization.body.name}"`);
  return organization;
};

const listOrganizations = async (ctx: RequestContext) =>
  listResources<Organization>(
    ctx,
    {
      kind: 'organizations',
      scope: '',
      keys: ctx.caller.memberships.map((one) => one.organization),
      ...(ctx.query.get('q') ? { nameContains: ctx.query.get('q')! } : {}),
    },
    async (records) => records.map((record) => renderOrganization(ctx, record)),
    { order: { by: 'name' } },
  );

export const routes = [
  route('GET /organizations', listOrganizations),
  route('GET /organizations/{organization_name}', async (ctx) => okDocument(renderOrganization(ctx, await requireOrganization(ctx)))),

  route(
    'POST /organizations',
    async (ctx) => {
      if (ctx.caller.kind !== 'user') throw forbidden('an organization is created with a user token');
      const { attributes } = parseDocument(ctx, 'organizations');
      throwIfInvalid(validateTypes(attributes, { ...writableAttributes, name: 'text!', email: 'text' }, true));
      if (!newOrganizationNameKind.accepts(attributes['name']))
        throw unprocessable(`expected ${newOrganizationNameKind.description}`, '/data/attributes/name');
      const organization = await createOrganization(ctx.tx, ctx, {
        name: attributes['name'] as string,
        email: (attributes['email'] as string | undefined) ?? '',
        owners: [ctx.caller.id],
        defaultExecutionMode: parseExecutionMode(attributes['default-execution-mode'], 'remote'),
        settings: parseSettings(attributes, { workspaceAdminsForceDelete: null, assessmentsEnforced: null }),
      });
      const member = { organization: organization.body.name, teams: [], owner: true, access: new Set<never>() };
      return {
        status: 201,
        body: {
          data: renderOrganization({ ...ctx, caller: { ...ctx.caller, memberships: [...ctx.caller.memberships, member] } }, organization),
        },
      };
    },
    { changesIdentity: true },
  ),

  route('PATCH /organizations/{organization_name}', async (ctx) => {
    const organization = await requireOwnedOrganization(ctx);
    const { body } = organization;
    const { attributes } = parseDocument(ctx, 'organizations');
    throwIfInvalid(validateTypes(attributes, { ...writableAttributes, name: 'text' }, false));
    if (attributes['name'] !== undefined && attributes['name'] !== body.name)
      throw unprocessable('an organization keeps its name here; create another and move its workspaces', '/data/attributes/name');
    const pool = attributes['default-agent-pool-id'] as string | null | undefined;
    if (pool && (await ctx.tx.get('agent-pools', pool))?.scope !== body.name)
      throw unprocessable('expected an agent pool of this organization', '/data/attributes/default-agent-pool-id');
    return okDocument(
      renderOrganization(
        ctx,
        await ctx.tx.update<Organization>(organization, {
          body: {
            ...body,
            email: (attributes['email'] as string | undefined) ?? body.email,
            defaultExecutionMode: parseExecutionMode(attributes['default-execution-mode'], body.defaultExecutionMode),
            defaultAgentPool: pool === undefined ? body.defaultAgentPool : pool,
            settings: parseSettings(attributes, body.settings),
          },
        }),
      ),
    );
  }),

  route(
    'DELETE /organizations/{organization_name}',
    async (ctx) => {
      const organization = await requireOwnedOrganization(ctx);
      await deleteOrganization(ctx.tx, organization);
      return noContent;
    },
    { changesIdentity: true },
  ),

  route('GET /organizations/{organization_name}/entitlement-set', async (ctx) => {
    const { id, body } = await requireOrganization(ctx);
    const paid = ctx.settings.tier !== 'free';
    return okDocument({
      id,
      type: 'entitlement-sets',
      attributes: {
        agents: true,
        operations: ctx.settings.runs === 'scripted',
        'private-module-registry': true,
        'state-storage': true,
        teams: true,
        'vcs-integrations': true,
        'global-remote-state': true,
        'no-code-provisioning': paid,
        'self-serve-billing': false,
        'cost-estimation': false,
        sentinel: false,
        'audit-logging': false,
        assessments: ctx.settings.tier === 'plus',
        'run-tasks': false,
        'user-limit': null,
      },
      links: { self: `/api/v2/entitlement-sets/${body.name}` },
    });
  }),
];
