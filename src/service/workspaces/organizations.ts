import { type Doc, toOne } from '../json-api/document.ts';
import { mistyped } from '../json-api/mistyped.ts';
import { listed } from '../json-api/page.ts';
import { sent } from '../json-api/read.ts';
import { noContent, ok } from '../json-api/reply.ts';
import { organizationName } from '../names.ts';
import { forbidden, notFound, refuse, unprocessable } from '../problem.ts';
import { type Organization, settingIn } from '../records.ts';
import { type Asking, route } from '../route.ts';
import type { Rec } from '../store/store.ts';
import { foundOrganization } from './founding.ts';
import { deleteOrganization } from './organization-deletion.ts';
import { membershipIn, mayIn, organizationHere } from './permissions.ts';

const render = (asking: Asking, organization: Rec<Organization>): Doc => {
  const { body } = organization;
  const owner = membershipIn(asking, body.name)?.owner ?? false;
  return {
    id: body.name, type: 'organizations',
    attributes: {
      name: body.name, email: body.email, 'external-id': organization.id, 'created-at': body.createdAt,
      'default-execution-mode': body.defaultExecutionMode,
      'allow-force-delete-workspaces': settingIn(body, asking.settings, 'workspaceAdminsForceDelete'),
      'assessments-enforced': settingIn(body, asking.settings, 'assessmentsEnforced'),
      'plan-tier': asking.settings.tier,
      permissions: {
        'can-update': owner, 'can-destroy': owner, 'can-create-workspace': mayIn(asking, body.name, 'manage-workspaces'),
        'can-create-project': mayIn(asking, body.name, 'manage-projects'), 'can-create-team': mayIn(asking, body.name, 'manage-teams'),
        'can-manage-varsets': mayIn(asking, body.name, 'manage-workspaces'), 'can-create-module': mayIn(asking, body.name, 'manage-modules'),
      },
    },
    relationships: {
      'default-project': toOne('projects', body.defaultProject), 'default-agent-pool': toOne('agent-pools', body.defaultAgentPool),
    },
    links: { self: `/api/v2/organizations/${body.name}` },
  };
};

export { render as renderOrganization };

const writable = {
  email: 'text', 'default-execution-mode': 'text', 'allow-force-delete-workspaces': 'flag?', 'assessments-enforced': 'flag?', 'default-agent-pool-id': 'text?',
} as const;
const pickSettings = (attributes: { readonly [name: string]: unknown }, old: Organization['settings']): Organization['settings'] => ({
  workspaceAdminsForceDelete: (attributes['allow-force-delete-workspaces'] as boolean | null | undefined) ?? old.workspaceAdminsForceDelete,
  assessmentsEnforced: (attributes['assessments-enforced'] as boolean | null | undefined) ?? old.assessmentsEnforced,
});
const mode = (value: unknown, otherwise: Organization['defaultExecutionMode']): Organization['defaultExecutionMode'] => {
  if (value === undefined) return otherwise;
  if (value !== 'remote' && value !== 'local' && value !== 'agent')
    throw unprocessable(`expected remote, local or agent, got ${JSON.stringify(value)}`, '/data/attributes/default-execution-mode');
  return value;
};
const owned = async (asking: Asking): Promise<Rec<Organization>> => {
  const organization = await organizationHere(asking);
  if (!membershipIn(asking, organization.body.name)?.owner) throw notFound(`the organization "${organization.body.name}"`);
  return organization;
};

const list = async (asking: Asking) => listed<Organization>(
  asking, {
    kind: 'organizations', scope: '', keys: asking.caller.memberships.map((one) => one.organization),
    ...(asking.query.get('q') ? { nameContains: asking.query.get('q')! } : {}),
  }, async (records) => records.map((record) => render(asking, record)), { order: { by: 'name' } });

export const routes = [
  route('GET /organizations', list),
  route('GET /organizations/{organization_name}', async (asking) => ok(render(asking, await organizationHere(asking)))),

  route('POST /organizations', async (asking) => {
    if (asking.caller.kind !== 'user') throw forbidden('an organization is created with a user token');
    const { attributes } = sent(asking, 'organizations');
    refuse(mistyped(attributes, { ...writable, name: 'text!', email: 'text' }, true));
    if (!organizationName.accepts(attributes['name'])) throw unprocessable(`expected ${organizationName.description}`, '/data/attributes/name');
    const organization = await foundOrganization(asking.tx, asking, {
      name: attributes['name'] as string, email: (attributes['email'] as string | undefined) ?? '', owners: [asking.caller.id],
      defaultExecutionMode: mode(attributes['default-execution-mode'], 'remote'),
      settings: pickSettings(attributes, { workspaceAdminsForceDelete: null, assessmentsEnforced: null }),
    });
    const member = { organization: organization.body.name, teams: [], owner: true, access: new Set<never>() };
    return { status: 201, body: { data: render({ ...asking, caller: { ...asking.caller, memberships: [...asking.caller.memberships, member] } }, organization) } };
  }, { identity: true }),

  route('PATCH /organizations/{organization_name}', async (asking) => {
    const organization = await owned(asking);
    const { body } = organization;
    const { attributes } = sent(asking, 'organizations');
    refuse(mistyped(attributes, { ...writable, name: 'text' }, false));
    if (attributes['name'] !== undefined && attributes['name'] !== body.name)
      throw unprocessable('an organization keeps its name here; create another and move its workspaces', '/data/attributes/name');
    const pool = attributes['default-agent-pool-id'] as string | null | undefined;
    if (pool && (await asking.tx.get('agent-pools', pool))?.scope !== body.name) throw unprocessable('expected an agent pool of this organization', '/data/attributes/default-agent-pool-id');
    return ok(render(asking, await asking.tx.update<Organization>(organization, { body: {
      ...body, email: (attributes['email'] as string | undefined) ?? body.email, defaultExecutionMode: mode(attributes['default-execution-mode'], body.defaultExecutionMode),
      defaultAgentPool: pool === undefined ? body.defaultAgentPool : pool, settings: pickSettings(attributes, body.settings),
    } })));
  }),

  route('DELETE /organizations/{organization_name}', async (asking) => {
    const organization = await owned(asking);
    await deleteOrganization(asking.tx, organization);
    return noContent;
  }, { identity: true }),

  route('GET /organizations/{organization_name}/entitlement-set', async (asking) => {
    const { id, body } = await organizationHere(asking);
    const paid = asking.settings.tier !== 'free';
    return ok({
      id, type: 'entitlement-sets',
      attributes: {
        agents: true, operations: true, 'private-module-registry': true, 'state-storage': true, teams: true, 'vcs-integrations': true, 'global-remote-state': true,
        'no-code-provisioning': paid, 'self-serve-billing': false, 'cost-estimation': false, sentinel: false, 'audit-logging': false,
        assessments: asking.settings.tier === 'plus', 'run-tasks': false, 'user-limit': null,
      },
      links: { self: `/api/v2/entitlement-sets/${body.name}` },
    });
  }),
];
