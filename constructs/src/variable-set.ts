import type { Construct } from 'constructs';
import { DataSlipwayVariableSet } from './generated/data-slipway-variable-set.ts';
import { VariableSet as Generated, type VariableSetConfig as GeneratedConfig } from './generated/variable-set.ts';
import type { LookUpOptions } from './existing.ts';
import { globalSetConflicts } from './global-sets.ts';
import { isSameId, literalValue, addValidation } from './literal.ts';
import { isTiedProject, type SetTarget, setTargets, type TiedProject } from './set-application.ts';
import { withVariableSetMethods } from './variable-set-methods.ts';

export interface VariableSetConfig extends GeneratedConfig {
  /** The project that owns it, instead of `parentProjectId`; the organization unless set. */
  readonly project?: TiedProject;
}

/** A variable set that exists already: nothing of it is managed but what is declared here. */
export class ExistingVariableSet extends withVariableSetMethods(DataSlipwayVariableSet) {}

/** A named group of variables, and what it is applied to. */
export class VariableSet extends withVariableSetMethods(Generated) {
  /** One that exists, looked up by its name at plan. */
  public static fromName(scope: Construct, id: string, name: string, options: LookUpOptions = {}): ExistingVariableSet {
    return new ExistingVariableSet(scope, id, { ...options, name });
  }

  /** One that exists, looked up by its ID at plan. */
  public static fromId(scope: Construct, id: string, setId: string, options: LookUpOptions = {}): ExistingVariableSet {
    return new ExistingVariableSet(scope, id, { ...options, id: setId });
  }

  public constructor(scope: Construct, id: string, config: VariableSetConfig) {
    super(scope, id, config.project ? { ...config, parentProjectId: config.project.id } : config);
    addValidation(this, () => [
      config.project && config.parentProjectId !== undefined && 'Give `project` or `parentProjectId`, not both.',
      config.project &&
        literalValue(this.globalInput) === true &&
        'A set that a project owns cannot be global: it reaches only the workspaces of that project. Drop `global`, or the project.',
      setTargets(this).length > 0 &&
        literalValue(this.globalInput) === true &&
        `A global set reaches every workspace already: do not apply it to ${this.#names()}, or set \`global: false\`.`,
      ...setTargets(this).map(
        (target) =>
          this.#outside(target) === true && `A set that a project owns reaches only that project: ${target.node.path} is outside of it.`,
      ),
      ...globalSetConflicts(this),
    ]);
  }

  #names(): string {
    return setTargets(this)
      .map((target) => target.node.path)
      .join(', ');
  }

  #outside(target: SetTarget): boolean {
    const value = isTiedProject(target) ? target.id : (target as { readonly projectIdInput?: string }).projectIdInput;
    return isSameId({ scope: this, value: this.parentProjectIdInput }, { scope: target, value }) === false;
  }
}
