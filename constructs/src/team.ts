import { Construct } from 'constructs';
import type * as cdktf from 'cdktf';
import { Team as Generated, type TeamConfig } from './generated/team.ts';
import type { Related } from './relation.ts';
import { isTiedProject, type TiedProject } from './set-application.ts';
import { grantInProject, grantInWorkspace, type ProjectGrant, type WorkspaceGrant } from './team-access.ts';
import type { TiedWorkspace } from './tied-workspace.ts';

export type { TeamConfig };
type TeamClass = new (...args: any[]) => Related;

const withTeamMethods = <B extends TeamClass>(base: B) =>
  class extends base {
    /** What it may do in a workspace or a project: `grant`, declared by the team and in its stack. */
    public accessTo(target: TiedProject, access: ProjectGrant): this;
    public accessTo(target: TiedWorkspace, access: WorkspaceGrant): this;
    public accessTo(target: TiedWorkspace | TiedProject, access: WorkspaceGrant | ProjectGrant): this {
      if (isTiedProject(target)) grantInProject(this, this, target, access as ProjectGrant);
      else grantInWorkspace(this, this, target, access as WorkspaceGrant);
      return this;
    }
  };

class TeamReference extends Construct implements Related {
  public readonly id: string;
  public provider?: cdktf.TerraformProvider | undefined;

  public constructor(
    scope: Construct,
    id: string,
    { teamId, provider }: { readonly teamId: string; readonly provider?: cdktf.TerraformProvider },
  ) {
    super(scope, id);
    this.id = teamId;
    this.provider = provider;
  }
}

/** A team that exists already, known by its ID. */
export class ExistingTeam extends withTeamMethods(TeamReference) {}

/** A team of the organization, and what it may do. */
export class Team extends withTeamMethods(Generated) {
  /** One that exists. It is not looked up: the provider has no data source of teams. */
  public static fromId(
    scope: Construct,
    id: string,
    teamId: string,
    options: { readonly provider?: cdktf.TerraformProvider } = {},
  ): ExistingTeam {
    return new ExistingTeam(scope, id, { ...options, teamId });
  }
}
