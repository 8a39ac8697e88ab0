import { newId } from '../../../src/store/new-id.ts';
import type { OrganizationRight } from '../../../src/http/route.ts';
import type { TeamAccess } from '../../../src/access/workspace-rights.ts';
import { createApiToken, createTeam, createUser } from '../../../src/workspaces/organizations/bootstrap.ts';
import type { PipelineTest } from '../../ci/pipelines/support.ts';

/** The callers of this law by name, with their tokens. */
export const tokens: { readonly [caller: string]: string | null } = {
  owner: 'owner-token',
  'organization token': 'acme-token',
  admin: 'admin-token',
  manager: 'manager-token',
  writer: 'writer-token',
  planner: 'planner-token',
  reader: 'reader-token',
  publisher: 'publisher-token',
  'keeper of policies': 'keeper-token',
  'member without a team': 'guest-token',
  'token of a run': 'run-token',
  'token of the audit trail': 'trail-token',
  'owner of another organization': 'stranger-token',
  nobody: null,
};

const members: readonly { readonly name: string; readonly access?: TeamAccess; readonly rights?: readonly OrganizationRight[] }[] = [
  { name: 'admin', access: { access: 'admin' } },
  { name: 'manager', rights: ['manage-workspaces'] },
  { name: 'writer', access: { access: 'write' } },
  { name: 'planner', access: { access: 'plan' } },
  { name: 'reader', access: { access: 'read' } },
  { name: 'publisher', rights: ['manage-modules'] },
  { name: 'keeper', rights: ['manage-policies'] },
];

/** Creates them; a level of access is given on each of the workspaces. */
export const createCallers = ({ store, clock }: PipelineTest, workspaces: readonly string[]): Promise<void> =>
  store.write(async (tx) => {
    const making = { clock, newId };
    const organization = (await tx.getByKey('organizations', '', 'acme'))!;
    for (const { name, access, rights = [] } of [...members, { name: 'guest' }] as typeof members) {
      const user = await createUser(tx, making, { name });
      await tx.link('organization-members', organization.id, user.id);
      await createApiToken(tx, making, { secret: `${name}-token`, owner: { kind: 'user', id: user.id } });
      if (!access && rights.length === 0) continue;
      const team = await createTeam(tx, making, 'acme', { name: `${name}s`, access: rights });
      await tx.link('team-members', team.id, user.id);
      if (access) for (const workspace of workspaces) await tx.link('team-workspaces', team.id, workspace, access);
    }
    const owner = { kind: 'organization', id: 'acme' } as const;
    await createApiToken(tx, making, { secret: 'run-token', owner, purpose: 'run', runWorkspace: workspaces[0]! });
    await createApiToken(tx, making, { secret: 'trail-token', owner, purpose: 'audit-trails' });
  });
