import type { Construct } from 'constructs';
import { DataSlipwayProject } from './generated/data-slipway-project.ts';
import { Project as Generated, type ProjectConfig } from './generated/project.ts';
import type { LookUpOptions } from './existing.ts';
import { addValidation } from './literal.ts';
import { withProjectMethods } from './project-methods.ts';
import { TagList } from './tags.ts';

export type { ProjectConfig };

/** A project that exists already: nothing of it is managed but what is declared here. */
export class ExistingProject extends withProjectMethods(DataSlipwayProject) {}

/** A project, and what is made in it. */
export class Project extends withProjectMethods(Generated) {
  /** One that exists, looked up by its name at plan. */
  public static fromName(scope: Construct, id: string, name: string, options: LookUpOptions = {}): ExistingProject {
    return new ExistingProject(scope, id, { ...options, name });
  }

  /** One that exists, looked up by its ID at plan. */
  public static fromId(scope: Construct, id: string, projectId: string, options: LookUpOptions = {}): ExistingProject {
    return new ExistingProject(scope, id, { ...options, id: projectId });
  }

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
}
