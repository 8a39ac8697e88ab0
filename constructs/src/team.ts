import type { Construct } from 'constructs';
import type { LookUpOptions } from './existing.ts';
import { DataSlipwayTeam } from './generated/data-slipway-team.ts';
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

/** A team that exists already: nothing of it is managed but what is declared here. */
export class ExistingTeam extends withTeamMethods(DataSlipwayTeam) {}

/** A team of the organization, and what it may do. */
export class Team extends withTeamMethods(Generated) {
  /** One that exists, looked up by its name at plan. */
  public static fromName(scope: Construct, id: string, name: string, options: LookUpOptions = {}): ExistingTeam {
    return new ExistingTeam(scope, id, { ...options, name });
  }

  /** One that exists, looked up by its ID at plan. */
  public static fromId(scope: Construct, id: string, teamId: string, options: LookUpOptions = {}): ExistingTeam {
    return new ExistingTeam(scope, id, { ...options, id: teamId });
  }
}
