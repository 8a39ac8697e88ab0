import * as cdktf from 'cdktf';
import type { Construct } from 'constructs';
import { literalValue } from './literal.ts';
import type { ChildOptions } from './rename-warning.ts';

export type VariableValue = string | number | boolean | cdktf.IResolvable | readonly unknown[] | { readonly [name: string]: unknown };

export interface VariableOptions extends ChildOptions {
  /** Never shown again by the service, and never stored in plan or state. */
  readonly sensitive?: boolean;
  /** Whether the value is code; true by itself for lists, objects, numbers and booleans of the engine's variables. */
  readonly hcl?: boolean;
  /** A variable of the environment, instead of the engine. */
  readonly env?: boolean;
  readonly description?: string;
}

const isText = (value: VariableValue): value is string | cdktf.IResolvable =>
  typeof value === 'string' || cdktf.Tokenization.isResolvable(value);

const hasTokens = (value: unknown): boolean =>
  cdktf.Token.isUnresolved(value) || (typeof value === 'object' && value !== null && Object.values(value).some(hasTokens));

/** The value as the service keeps it: a text. Code is written as JSON, which the configuration language reads. */
export const variableText = (value: VariableValue): string => {
  if (isText(value)) return cdktf.Token.asString(value);
  return hasTokens(value) ? cdktf.Token.asString(cdktf.Fn.jsonencode(value)) : JSON.stringify(value);
};

/** A secret that is written in the code stands in what is synthesized, whatever becomes of it later. */
export const warnAboutLiteral = (variable: Construct, key: string, value: string | undefined): void => {
  if (literalValue(value) !== undefined)
    cdktf.Annotations.of(variable).addWarning(
      `The value of the sensitive variable "${key}" is written in the code, and so in cdk.tf.json. Pass a sensitive ` +
        `TerraformVariable, or an attribute of another resource.`,
    );
};

/** How a variable is written; the service decides what is not set. */
export const variableConfig = (value: VariableValue, { sensitive, hcl, env, description }: VariableOptions) => {
  const code = hcl ?? (isText(value) || env ? undefined : true);
  return {
    category: env ? 'env' : 'infra',
    ...(sensitive ? { sensitive: true, valueWo: variableText(value) } : { value: variableText(value) }),
    ...(code === undefined ? {} : { hcl: code }),
    ...(description === undefined ? {} : { description }),
  } as {
    readonly category: string;
    readonly value?: string;
    readonly valueWo?: string;
    readonly sensitive?: boolean;
    readonly hcl?: boolean;
    readonly description?: string;
  };
};
