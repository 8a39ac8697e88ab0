import type { Construct } from 'constructs';
import { Project as Generated, type ProjectConfig } from './generated/project.ts';
import { addValidation } from './literal.ts';
import { type ChildOptions, childId, warnAboutRename } from './rename-warning.ts';
import { TagList } from './tags.ts';
import { VariableSet, type VariableSetConfig } from './variable-set.ts';
import { Workspace, type WorkspaceConfig } from './workspace.ts';

export type { ProjectConfig };

/** A project, and what is made in it. */
export class Project extends Generated {
  readonly #tags: TagList;

  public constructor(scope: Construct, id: string, config: ProjectConfig) {
    super(scope, id, config);
    this.#tags = new TagList(this);
    addValidation(this, () => this.#tags.errors());
  }

  /** Key-value tags, which its workspaces inherit; added to those it has. */
  public tag(tags: { readonly [key: string]: string }): this {
    this.#tags.add([tags]);
    return this;
  }

  /** A workspace of this project. */
  public workspace(
    name: string,
    { id, ...config }: Omit<WorkspaceConfig, 'name' | 'project' | 'projectId'> & ChildOptions = {},
  ): Workspace {
    const own = childId(this, 'workspace', 'name of the workspace', name, id);
    return warnAboutRename(new Workspace(this, own, { ...this.#inherited(), ...config, name, project: this }), 'workspace');
  }

  /** A variable set that this project owns. It reaches what it is applied to: `applyTo(project)` for every workspace of it. */
  public variableSet(
    name: string,
    { id, ...config }: Omit<VariableSetConfig, 'name' | 'project' | 'parentProjectId'> & ChildOptions = {},
  ): VariableSet {
    const own = childId(this, 'variables', 'name of the set', name, id);
    return warnAboutRename(new VariableSet(this, own, { ...this.#inherited(), ...config, name, project: this }), 'variables');
  }

  #inherited() {
    return { organization: this.organizationInput, provider: this.provider };
  }
}
