import type { Construct } from 'constructs';
import { Project as Generated, type ProjectConfig } from './generated/project.ts';
import { addValidation, childName } from './literal.ts';
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
  public workspace(name: string, config: Omit<WorkspaceConfig, 'name' | 'project' | 'projectId'> = {}): Workspace {
    return new Workspace(this, `workspace-${childName(this, 'name of the workspace', name)}`, {
      ...this.#inherited(),
      ...config,
      name,
      project: this,
    });
  }

  /** A variable set that this project owns. It reaches what it is applied to: `applyTo(project)` for every workspace of it. */
  public variableSet(name: string, config: Omit<VariableSetConfig, 'name' | 'project' | 'parentProjectId'> = {}): VariableSet {
    return new VariableSet(this, `variables-${childName(this, 'name of the set', name)}`, {
      ...this.#inherited(),
      ...config,
      name,
      project: this,
    });
  }

  #inherited() {
    return { organization: this.organizationInput, provider: this.provider };
  }
}
