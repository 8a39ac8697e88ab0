import { VariableSetVariable } from './generated/variable-set-variable.ts';
import { registerSetVariable } from './global-sets.ts';
import type { Related } from './relation.ts';
import { applySet, type SetTarget } from './set-application.ts';
import { declareVariable, type VariableOptions, type VariableValue } from './variable.ts';

type SetClass = new (...args: any[]) => Related;

/** What can be declared of any variable set, whether it is made here or exists. */
export const withVariableSetMethods = <B extends SetClass>(base: B) =>
  class extends base {
    /** Applied to workspaces, and to projects with all their workspaces, those to come included. Other applications are left alone. */
    public applyTo(...targets: readonly SetTarget[]): this {
      for (const target of targets) applySet(this, this, target);
      return this;
    }

    /**
     * A variable of the engine, or with `{ env: true }` of the environment. A sensitive one goes by `value_wo`: it is sent
     * and never stored in plan or state. Lists, objects, numbers and booleans are written as code (`hcl`), tokens of them as well.
     */
    public variable(key: string, value: VariableValue, options: VariableOptions = {}): this {
      const category = declareVariable(
        this,
        key,
        value,
        options,
        (id, config) => new VariableSetVariable(this, id, { ...config, variableSetId: this.id }),
      );
      registerSetVariable({ set: this, category, key });
      return this;
    }

    /** A variable of the environment. */
    public env(key: string, value: VariableValue, options: Omit<VariableOptions, 'env' | 'hcl' | 'category'> = {}): this {
      return this.variable(key, value, { ...options, env: true });
    }
  };
