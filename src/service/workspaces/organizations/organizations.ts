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

const renderOrganization = (asking: RequestContext, organization: StoredRecord<Organization>): ResourceObject => {
  const { body } = organization;
  const owner = findMembership(asking, body.name)?.owner ?? false;
  return {
    id: body.name,
    type: 'organizations',
    attributes: {
      name: body.name,
      email: body.email,
      'external-id': organization.id,
      'created-at': body.createdAt,
      'default-execution-mode': body.defaultExecutionMode,
      'allow-force-delete-workspaces': resolveOrganizationSetting(body, asking.settings, 'workspaceAdminsForceDelete'),
      'assessments-enforced': resolveOrganizationSetting(body, asking.settings, 'assessmentsEnforced'),
      'plan-tier': asking.settings.tier,
      permissions: {
        'can-update': owner,
        'can-destroy': owner,
        'can-create-workspace': hasOrganizationRight(asking, body.name, 'manage-workspaces'),
        'can-create-project': hasOrganizationRight(asking, body.name, 'manage-projects'),
        'can-create-team': hasOrganizationRight(asking, body.name, 'manage-teams'),
        'can-manage-varsets': hasOrganizationRight(asking, body.name, 'manage-workspaces'),
        'can-create-module': hasOrganizationRight(asking, body.name, 'manage-modules'),
      },
    },
    relationships: {
      'default-project': renderToOne('projects', body.defaultProject),
      'default-agent-pool': renderToOne('agent-pools', body.defaultAgentPool),
    },
    links: { self: `/api/v2/organizations/${body.name}` },
  };
};

export { renderOrganization as renderOrganization };

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
const requireOwnedOrganization = async (asking: RequestContext): Promise<StoredRecord<Organization>> => {
  const organization = await requireOrganization(asking);
  if (!findMembership(asking, organization.body.name)?.owner) throw notFound(`the organization "${organization.body.name}"`);
  return organization;
};

const listOrganizations = async (asking: RequestContext) =>
  listResources<Organization>(
    asking,
    {
      kind: 'organizations',
      scope: '',
      keys: asking.caller.memberships.map((one) => one.organization),
      ...(asking.query.get('q') ? { nameContains: asking.query.get('q')! } : {}),
    },
    async (records) => records.map((record) => renderOrganization(asking, record)),
    { order: { by: 'name' } },
  );

export const routes = [
  route('GET /organizations', listOrganizations),
  route('GET /organizations/{organization_name}', async (asking) =>
    okDocument(renderOrganization(asking, await requireOrganization(asking))),
  ),

  route(
    'POST /organizations',
    async (asking) => {
      if (asking.caller.kind !== 'user') throw forbidden('an organization is created with a user token');
      const { attributes } = parseDocument(asking, 'organizations');
      throwIfInvalid(validateTypes(attributes, { ...writableAttributes, name: 'text!', email: 'text' }, true));
      if (!newOrganizationNameKind.accepts(attributes['name']))
        throw unprocessable(`expected ${newOrganizationNameKind.description}`, '/data/attributes/name');
      const organization = await createOrganization(asking.tx, asking, {
        name: attributes['name'] as string,
        email: (attributes['email'] as string | undefined) ?? '',
        owners: [asking.caller.id],
        defaultExecutionMode: parseExecutionMode(attributes['default-execution-mode'], 'remote'),
        settings: parseSettings(attributes, { workspaceAdminsForceDelete: null, assessmentsEnforced: null }),
      });
      const member = { organization: organization.body.name, teams: [], owner: true, access: new Set<never>() };
      return {
        status: 201,
        body: {
          data: renderOrganization(
            { ...asking, caller: { ...asking.caller, memberships: [...asking.caller.memberships, member] } },
            organization,
          ),
        },
      };
    },
    { identity: true },
  ),

  route('PATCH /organizations/{organization_name}', async (asking) => {
    const organization = await requireOwnedOrganization(asking);
    const { body } = organization;
    const { attributes } = parseDocument(asking, 'organizations');
    throwIfInvalid(validateTypes(attributes, { ...writableAttributes, name: 'text' }, false));
    if (attributes['name'] !== undefined && attributes['name'] !== body.name)
      throw unprocessable('an organization keeps its name here; create another and move its workspaces', '/data/attributes/name');
    const pool = attributes['default-agent-pool-id'] as string | null | undefined;
    if (pool && (await asking.tx.get('agent-pools', pool))?.scope !== body.name)
      throw unprocessable('expected an agent pool of this organization', '/data/attributes/default-agent-pool-id');
    return okDocument(
      renderOrganization(
        asking,
        await asking.tx.update<Organization>(organization, {
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
    async (asking) => {
      const organization = await requireOwnedOrganization(asking);
      await deleteOrganization(asking.tx, organization);
      return noContent;
    },
    { identity: true },
  ),

  route('GET /organizations/{organization_name}/entitlement-set', async (asking) => {
    const { id, body } = await requireOrganization(asking);
    const paid = asking.settings.tier !== 'free';
    return okDocument({
      id,
      type: 'entitlement-sets',
      attributes: {
        agents: true,
        operations: true,
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
        assessments: asking.settings.tier === 'plus',
        'run-tasks': false,
        'user-limit': null,
      },
      links: { self: `/api/v2/entitlement-sets/${body.name}` },
    });
  }),
];
