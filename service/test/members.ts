/** Members of `acme` who are stored as a seed does it: nobody is put into an organization by a request. */
import type { TeamAccess } from '../src/access/workspace-rights.ts';
import type { OrganizationRight } from '../src/http/route.ts';
import { newId } from '../src/store/new-id.ts';
import { createApiToken, createTeam, createUser } from '../src/workspaces/organizations/bootstrap.ts';
import type { TestService } from './support.ts';

export interface NewMember {
  readonly name: string;
  /** Default: `<name>-token`. */
  readonly token?: string;
  /** The name of a new team that they are in. Default: they are in none. */
  readonly team?: string;
  readonly visibility?: 'secret' | 'organization';
  /** A token of the team. Default: it has none. */
  readonly teamToken?: string;
  /** What the team may do in the organization. */
  readonly access?: readonly OrganizationRight[];
  /** What the team may do with single things: `['team-workspaces', id, { access: 'read' }]`. */
  readonly given?: readonly (readonly [kind: 'team-workspaces' | 'team-projects', id: string, access: TeamAccess])[];
}

/** Adds a member with a token of their own; the IDs of the user and of the team. */
export const addMember = (
  { store, clock }: Pick<TestService, 'store' | 'clock'>,
  { name, token = `${name}-token`, team: teamName, teamToken, visibility, access = [], given = [] }: NewMember,
): Promise<{ readonly user: string; readonly team: string | undefined }> =>
  store.write(async (tx) => {
    const context = { clock, newId };
    const user = await createUser(tx, context, { name });
    await tx.link('organization-members', (await tx.getByKey('organizations', '', 'acme'))!.id, user.id);
    await createApiToken(tx, context, { secret: token, owner: { kind: 'user', id: user.id } });
    if (teamName === undefined) return { user: user.id, team: undefined };
    const team = await createTeam(tx, context, 'acme', { name: teamName, access, ...(visibility ? { visibility } : {}) });
    await tx.link('team-members', team.id, user.id);
    if (teamToken !== undefined) await createApiToken(tx, context, { secret: teamToken, owner: { kind: 'team', id: team.id } });
    for (const [kind, id, rights] of given) await tx.link(kind, team.id, id, rights);
    return { user: user.id, team: team.id };
  });
