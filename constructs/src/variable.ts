import * as cdktf from 'cdktf';
import type { Construct } from 'constructs';
import { literalValue } from './literal.ts';
import { hintAtOwnNames, type PublicNames } from './public-names.ts';
import { type ChildOptions, childId, warnAboutRename } from './rename-warning.ts';
import { valueText, type VariableValue } from './value-text.ts';

export type { VariableValue };

/** What the generated variables of sets and of workspaces have in common. */
interface VariableConfig {
  readonly category: 'env' | 'infra';
  readonly value?: string;
  readonly valueWo?: string;
  readonly sensitive?: boolean;
  readonly hcl?: boolean | cdktf.IResolvable;
  readonly description?: string;
}

interface KeyOfVariable {
  readonly key: string;
  readonly provider?: cdktf.TerraformProvider | undefined;
}

export interface VariableOptions extends ChildOptions {
  /** Never shown again by the service, and never stored in plan or state. */
  readonly sensitive?: boolean;
  /** Whether the value is code; true by itself for lists, objects, numbers and booleans, written out or tokens. */
  readonly hcl?: boolean;
  /** A variable of the environment, instead of the engine. */
  readonly env?: boolean;
  /** @deprecated The name of the public provider: write `env: true`, or nothing for a variable of the engine. */
  readonly category?: 'terraform' | 'infra' | 'env';
  readonly description?: string;
}

const categoryNames: PublicNames = { attributes: {}, values: { category: { terraform: 'infra' } } };

/** A secret written in the code is part of the synthesized output. */
export const warnAboutLiteral = (variable: Construct, key: string, value: string | undefined): void => {
  if (literalValue(value) !== undefined)
    cdktf.Annotations.of(variable).addWarning(
      `The value of the sensitive variable "${key}" is written in the code, and so in cdk.tf.json. Pass a sensitive ` +
        `TerraformVariable, or an attribute of another resource.`,
    );
};

/** How a variable is written; the service decides what is not set. `label` names it in messages. */
const variableConfig = (
  holder: Construct,
  key: string,
  value: VariableValue,
  { sensitive, hcl, env: isEnv, category: given, description }: VariableOptions,
): VariableConfig => {
  const env = isEnv ?? given === 'env';
  const category = env ? 'env' : 'infra';
  const { text, code: own } = valueText(holder.node.path, `the ${category} variable "${key}"`, value);
  const code = hcl ?? (env ? undefined : own);
  return {
    category,
    ...(sensitive ? { sensitive: true, valueWo: text } : { value: text }),
    ...(code === undefined ? {} : { hcl: code }),
    ...(description === undefined ? {} : { description }),
  };
};

/**
 * Adds a variable to a set or a workspace, created by `make`. Throws when the holder has that variable already. Answers the category that
 * it is of.
 */
export const declareVariable = (
  holder: Construct & { readonly provider?: cdktf.TerraformProvider | undefined },
  key: string,
  value: VariableValue,
  options: VariableOptions,
  make: (id: string, config: VariableConfig & KeyOfVariable) => cdktf.TerraformResource,
): 'env' | 'infra' => {
  const config = variableConfig(holder, key, value, options);
  const { category } = config;
  const id = childId(holder, category, 'key of the variable', key, options.id);
  if (holder.node.tryFindChild(id))
    throw new Error(`[${holder.node.path}] has the ${category} variable "${key}" already. Declare it once.`);
  const made = make(id, { ...config, key, provider: holder.provider });
  warnAboutRename(made, category);
  if (options.category === 'terraform') hintAtOwnNames(made, { category: 'terraform' }, categoryNames);
  warnAboutLiteral(made, key, config.valueWo);
  return category;
};
