import type { Construct } from 'constructs';
import { CiContextRestriction } from './generated/ci-context-restriction.ts';
import { CiContextVariable } from './generated/ci-context-variable.ts';
import { addVariable, type CiVariableOptions, type CiVariableValue } from './ci-variable.ts';
import { literalValue, childName } from './literal.ts';
import { relate, type Related } from './relation.ts';

/** Any project of the CI service: a resource, a data source. */
export interface TiedCiProject extends Related {
  readonly terraformResourceType: string;
  readonly slug: string;
}

/** Who may use a context: a project, or what pipelines must satisfy, or a group of people (a team). A text is an expression. */
export type CiAllowed =
  | TiedCiProject
  | string
  | { readonly project: string }
  | { readonly expression: string }
  | { readonly group: string };

type RestrictionType = 'project' | 'expression' | 'group';
const restrictionLabels = { project: 'ID of the project', expression: 'expression', group: 'ID of the group' };
const isRestrictionType = (type: string): type is RestrictionType => Object.hasOwn(restrictionLabels, type);
const isConstructOf = (allowed: object): allowed is TiedCiProject => 'terraformResourceType' in allowed;

/** A project may use a context. `holder` is the end that declares it. */
export const allowProject = (holder: Related, context: Related, project: TiedCiProject): void => {
  if (project.terraformResourceType !== 'slipway_ci_project')
    throw new Error(
      `[${context.node.path}] cannot be restricted to ${project.node.path}: a context is for projects of the CI service, and ` +
        `that is a \`${project.terraformResourceType}\`.`,
    );
  const [prefix, inverse] = holder === context ? ['project', 'useContext'] : ['context', 'restrictTo'];
  relate({ kind: 'context', from: context, to: project, holder, prefix, inverse }, (id, provider) => {
    const restriction = { restrictionType: 'project', restrictionValue: project.id } as const;
    return new CiContextRestriction(holder, id, { contextId: context.id, ...restriction, ...provider });
  });
};

const restriction = (scope: Construct, one: Exclude<CiAllowed, TiedCiProject>): readonly [type: RestrictionType, value: string] => {
  if (typeof one === 'string') {
    if (literalValue(one) === undefined)
      throw new Error(
        `[${scope.node.path}] the kind of the restriction is not known at synthesis. Write which kind it is: \`{ project: … }\`, \`{ ` +
          `group: … }\` or \`{ expression: … }\`.`,
      );
    return ['expression', one];
  }
  const [[type, value] = ['none', ''], ...more] = Object.entries(one);
  if (more.length > 0 || !isRestrictionType(type))
    throw new Error(`[${scope.node.path}] expected one of \`{ project: … }\`, \`{ expression: … }\` and \`{ group: … }\`.`);
  return [type, value as string];
};

/** What can be declared of any context, whether it is made here or exists. */
export const withCiContextMethods = <B extends new (...args: any[]) => Related>(base: B) =>
  class extends base {
    /** An environment variable. Its value is sent and never shown again, neither by the service nor in plan or state. */
    public variable(name: string, value: CiVariableValue, options: CiVariableOptions = {}): this {
      addVariable(this, name, value, options, (id, config) => new CiContextVariable(this, id, { ...config, contextId: this.id }));
      return this;
    }

    /**
     * Restricts who can use it: `restrictTo(project)`, `restrictTo('pipeline.git.branch == "main"')`, `restrictTo({ group: id })`.
     * Restrictions made elsewhere are kept; a restriction that is declared twice is created once.
     */
    public restrictTo(...allowed: readonly CiAllowed[]): this {
      for (const one of allowed) {
        if (typeof one === 'object' && isConstructOf(one)) {
          allowProject(this, this, one);
          continue;
        }
        const [type, value] = restriction(this, one);
        const id = `${type}-${childName(this, restrictionLabels[type], value)}`;
        if (this.node.tryFindChild(id)) continue;
        const config = { contextId: this.id, restrictionType: type, restrictionValue: value, provider: this.provider };
        new CiContextRestriction(this, id, config);
      }
      return this;
    }
  };
