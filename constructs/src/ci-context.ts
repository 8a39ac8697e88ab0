import type { Construct } from 'constructs';
import { CiContext as Generated, type CiContextConfig } from './generated/ci-context.ts';
import { CiContextRestriction } from './generated/ci-context-restriction.ts';
import { CiContextVariable } from './generated/ci-context-variable.ts';
import type { CiProject as AnyProject } from './generated/ci-project.ts';
import type { DataSlipwayCiProject } from './generated/data-slipway-ci-project.ts';
import { addVariable, type CiVariableOptions, type CiVariableValue } from './ci-variable.ts';
import { literalValue, childName } from './literal.ts';
import { relatedConstructs, relationId } from './tied-workspace.ts';

export type { CiContextConfig };

/** Who may use a context: a project, or what pipelines must satisfy, or a group of people (a team). A text is an expression. */
export type CiAllowed =
  | AnyProject
  | DataSlipwayCiProject
  | string
  | { readonly project: string }
  | { readonly expression: string }
  | { readonly group: string };

interface Restriction {
  readonly id: string;
  readonly type: 'project' | 'expression' | 'group';
  readonly value: string;
  readonly construct?: Construct;
}

const isProject = (allowed: object): allowed is AnyProject | DataSlipwayCiProject => 'terraformResourceType' in allowed;
const isRestrictionType = (type: string): type is Restriction['type'] => Object.hasOwn(restrictionLabels, type);
const restrictionLabels = { project: 'ID of the project', expression: 'expression', group: 'ID of the group' };

/** A context: variables that projects share, and who may use them. */
export class CiContext extends Generated {
  /** An environment variable. Its value is sent and never shown again, neither by the service nor in plan or state. */
  public variable(name: string, value: CiVariableValue, options: CiVariableOptions = {}): this {
    addVariable(this, name, value, options, (id, config) => new CiContextVariable(this, id, { ...config, contextId: this.id }));
    return this;
  }

  /**
   * Whom it is for: `restrictTo(project)`, `restrictTo('pipeline.git.branch == "main"')`, `restrictTo({ group: id })`.
   * Restrictions that others made are left alone; a restriction that is declared twice is one.
   */
  public restrictTo(...allowed: readonly CiAllowed[]): this {
    for (const one of allowed) {
      const { id, type, value, construct } = this.#allowed(one);
      if (this.node.tryFindChild(id)) continue;
      const made = new CiContextRestriction(this, id, {
        contextId: this.id,
        restrictionType: type,
        restrictionValue: value,
        provider: this.provider,
      });
      if (construct) relatedConstructs.set(made, construct);
    }
    return this;
  }

  #allowed(one: CiAllowed): Restriction {
    if (typeof one === 'string') {
      if (literalValue(one) === undefined)
        throw new Error(
          `[${this.node.path}] the kind of the restriction is not known at synthesis. Write which kind it is: \`{ project: … }\`, \`{ ` +
            `group: … }\` or \`{ expression: … }\`.`,
        );
      return this.#allowed({ expression: one });
    }
    if (isProject(one)) {
      if (one.terraformResourceType !== 'slipway_ci_project')
        throw new Error(
          `[${this.node.path}] cannot be restricted to ${one.node.path}: a context is for projects of the CI service, and ` +
            `that is a \`${one.terraformResourceType}\`.`,
        );
      return { id: relationId(this, 'project', one), type: 'project', value: one.id, construct: one };
    }
    const [[type, value] = ['none', ''], ...more] = Object.entries(one);
    if (more.length > 0 || !isRestrictionType(type))
      throw new Error(`[${this.node.path}] expected one of \`{ project: … }\`, \`{ expression: … }\` and \`{ group: … }\`.`);
    return { id: `${type}-${childName(this, restrictionLabels[type], value)}`, type, value };
  }
}
