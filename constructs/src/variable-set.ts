import type { Construct } from 'constructs';
import type { Project as AnyProject } from './generated/project.ts';
import { VariableSetProject } from './generated/variable-set-project.ts';
import { VariableSetVariable } from './generated/variable-set-variable.ts';
import { VariableSetWorkspace } from './generated/variable-set-workspace.ts';
import { VariableSet as Generated, type VariableSetConfig as GeneratedConfig } from './generated/variable-set.ts';
import { globalSetConflicts, registerSetVariable } from './global-sets.ts';
import { isSameId, literalValue, addValidation } from './literal.ts';
import { childId, warnAboutRename } from './rename-warning.ts';
import { relatedConstructs, relationId, type TiedWorkspace } from './tied-workspace.ts';
import { type VariableOptions, type VariableValue, variableConfig, warnAboutLiteral } from './variable.ts';

export interface VariableSetConfig extends GeneratedConfig {
  /** The project that owns it, instead of `parentProjectId`; the organization unless set. */
  readonly project?: AnyProject;
}

const isProject = (target: TiedWorkspace | AnyProject): target is AnyProject =>
  'terraformResourceType' in target && target.terraformResourceType === 'slipway_project';

/** A named group of variables, and what it is applied to. */
export class VariableSet extends Generated {
  readonly #targets = new Set<TiedWorkspace | AnyProject>();

  public constructor(scope: Construct, id: string, config: VariableSetConfig) {
    super(scope, id, config.project ? { ...config, parentProjectId: config.project.id } : config);
    addValidation(this, () => [
      config.project && config.parentProjectId !== undefined && 'Give `project` or `parentProjectId`, not both.',
      config.project &&
        literalValue(this.globalInput) === true &&
        'A set that a project owns cannot be global: it reaches only the workspaces of that project. Drop `global`, or the project.',
      this.#targets.size > 0 &&
        literalValue(this.globalInput) === true &&
        `A global set reaches every workspace already: do not apply it to ${this.#names()}, or set \`global: false\`.`,
      ...[...this.#targets].map(
        (target) =>
          this.#outside(target) === true && `A set that a project owns reaches only that project: ${target.node.path} is outside of it.`,
      ),
      ...globalSetConflicts(this),
    ]);
  }

  /** Applied to workspaces, and to projects with all their workspaces, those to come included. Other applications are left alone. */
  public applyTo(...targets: readonly (TiedWorkspace | AnyProject)[]): this {
    for (const target of targets) {
      if (this.#targets.has(target)) continue;
      this.#targets.add(target);
      const common = { variableSetId: this.id, provider: this.provider };
      relatedConstructs.set(
        isProject(target)
          ? new VariableSetProject(this, relationId(this, 'project', target), { ...common, projectId: target.id })
          : new VariableSetWorkspace(this, relationId(this, 'workspace', target), { ...common, workspaceId: target.id }),
        target,
      );
    }
    return this;
  }

  /**
   * A variable of the engine, or with `{ env: true }` of the environment. A sensitive one goes by `value_wo`: it is sent
   * and never stored in plan or state. Lists, objects, numbers and booleans are written as code (`hcl`).
   */
  public variable(key: string, value: VariableValue, options: VariableOptions = {}): this {
    const config = variableConfig(value, options);
    const id = childId(this, config.category, 'key of the variable', key, options.id);
    if (this.node.tryFindChild(id))
      throw new Error(`[${this.node.path}] has the ${config.category} variable "${key}" already. Declare it once.`);
    const made = new VariableSetVariable(this, id, { ...config, key, variableSetId: this.id, provider: this.provider });
    warnAboutRename(made, config.category);
    registerSetVariable({ set: this, category: config.category, key });
    warnAboutLiteral(made, key, config.valueWo);
    return this;
  }

  /** A variable of the environment. */
  public env(key: string, value: VariableValue, options: Omit<VariableOptions, 'env' | 'hcl'> = {}): this {
    return this.variable(key, value, { ...options, env: true });
  }

  #names(): string {
    return [...this.#targets].map((target) => target.node.path).join(', ');
  }

  #outside(target: TiedWorkspace | AnyProject): boolean {
    const value = isProject(target) ? target.id : target.projectIdInput;
    return isSameId({ scope: this, value: this.parentProjectIdInput }, { scope: target, value }) === false;
  }
}
