import type * as cdktf from 'cdktf';
import type { Construct } from 'constructs';
import { TeamProjectAccess, type TeamProjectAccessConfig } from './generated/team-project-access.ts';
import { TeamWorkspaceAccess, type TeamWorkspaceAccessConfig } from './generated/team-workspace-access.ts';
import { relate, type Related } from './relation.ts';

type OwnOptions<C> = Omit<C, 'access' | 'teamId' | 'workspaceId' | 'projectId' | keyof cdktf.TerraformMetaArguments>;

/** What a team may do in a workspace: one of the levels, or single rights. */
export type WorkspaceGrant = 'read' | 'plan' | 'write' | 'admin' | OwnOptions<TeamWorkspaceAccessConfig>;
/** What a team may do in a project and its workspaces: one of the levels, or single rights. */
export type ProjectGrant = 'read' | 'write' | 'maintain' | 'admin' | OwnOptions<TeamProjectAccessConfig>;

const accessConfig = <G extends object>(grant: string | G): { readonly access: string } & Partial<G> =>
  (typeof grant === 'string' ? { access: grant } : { access: 'custom', ...grant }) as { readonly access: string } & Partial<G>;

const accessRelation = (holder: Related, team: Related, target: Related) => ({
  kind: 'access',
  from: target,
  to: team,
  holder,
  ...(holder === team ? { prefix: 'access-to', inverse: 'grant' } : { prefix: 'access-of', inverse: 'accessTo' }),
});

const throwUnlessMade = (made: Construct | undefined, team: Related, target: Related): void => {
  if (!made) throw new Error(`[${target.node.path}] the access of ${team.node.path} is declared already. Declare it once.`);
};

/** A team may do this in a workspace. `holder` is the end that declares it. Throws when either end has declared it. */
export const grantInWorkspace = (holder: Related, team: Related, workspace: Related, grant: WorkspaceGrant): void =>
  throwUnlessMade(
    relate(accessRelation(holder, team, workspace), (id, provider) => {
      const config = { ...accessConfig(grant), teamId: team.id, workspaceId: workspace.id, ...provider };
      return new TeamWorkspaceAccess(holder, id, config as TeamWorkspaceAccessConfig);
    }),
    team,
    workspace,
  );

/** A team may do this in a project. `holder` is the end that declares it. Throws when either end has declared it. */
export const grantInProject = (holder: Related, team: Related, project: Related, grant: ProjectGrant): void =>
  throwUnlessMade(
    relate(accessRelation(holder, team, project), (id, provider) => {
      const config = { ...accessConfig(grant), teamId: team.id, projectId: project.id, ...provider };
      return new TeamProjectAccess(holder, id, config as TeamProjectAccessConfig);
    }),
    team,
    project,
  );
