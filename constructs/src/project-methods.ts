import type { Related } from './relation.ts';
import { type ChildOptions, childId, warnAboutRename } from './rename-warning.ts';
import { applySet, type TiedProject } from './set-application.ts';
import { grantInProject, type ProjectGrant } from './team-access.ts';
import { VariableSet, type VariableSetConfig } from './variable-set.ts';
import { Workspace, type WorkspaceConfig } from './workspace.ts';

type ProjectClass = new (...args: any[]) => TiedProject;

const inheritedFrom = (project: TiedProject) => ({ organization: project.organizationInput, provider: project.provider });

/** What can be declared of any project, whether it is made here or exists. */
export const withProjectMethods = <B extends ProjectClass>(base: B) =>
  class extends base {
    /** A workspace of this project. */
    public workspace(
      name: string,
      { id, ...config }: Omit<WorkspaceConfig, 'name' | 'project' | 'projectId'> & ChildOptions = {},
    ): Workspace {
      const own = childId(this, 'workspace', 'name of the workspace', name, id);
      return warnAboutRename(new Workspace(this, own, { ...inheritedFrom(this), ...config, name, project: this }), 'workspace');
    }

    /** A variable set that this project owns. It reaches what it is applied to: `applyTo(project)` for every workspace of it. */
    public variableSet(
      name: string,
      { id, ...config }: Omit<VariableSetConfig, 'name' | 'project' | 'parentProjectId'> & ChildOptions = {},
    ): VariableSet {
      const own = childId(this, 'variables', 'name of the set', name, id);
      return warnAboutRename(new VariableSet(this, own, { ...inheritedFrom(this), ...config, name, project: this }), 'variables');
    }

    /** Its workspaces have the variables of the sets: `applyTo`, declared by the project and in its stack. */
    public useVariableSet(...sets: readonly Related[]): this {
      for (const set of sets) applySet(this, set, this);
      return this;
    }

    /** What a team may do in it and in its workspaces: `grant(team, 'write')`, or single rights. */
    public grant(team: Related, access: ProjectGrant): this {
      grantInProject(this, team, this, access);
      return this;
    }
  };
