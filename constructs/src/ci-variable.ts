import type * as cdktf from 'cdktf';
import type { Construct } from 'constructs';
import { childName } from './literal.ts';
import { valueText, type VariableValue } from './value-text.ts';
import { warnAboutLiteral } from './variable.ts';

/** Lists and objects are sent as JSON. */
export type CiVariableValue = VariableValue;

export interface CiVariableOptions {
  /** A secret: it is warned about where it is written in the code. What is sent is never shown or stored, secret or not. */
  readonly sensitive?: boolean;
  /** When the value is sent: whenever this number changes. When unset, whenever the value does. */
  readonly version?: number;
}

/** The common parts of the generated variables of contexts and of projects. */
export interface WriteOnlyVariable {
  readonly name: string;
  readonly valueWo: string;
  readonly valueWoVersion?: number;
  readonly provider?: cdktf.TerraformProvider | undefined;
}

/** Adds a write-only variable to its holder, created by `make`. Throws when the holder has a variable of that name already. */
export const addVariable = (
  holder: Construct & { provider?: cdktf.TerraformProvider },
  name: string,
  value: CiVariableValue,
  { sensitive, version }: CiVariableOptions,
  make: (id: string, config: WriteOnlyVariable) => Construct,
): void => {
  const id = `variable-${childName(holder, 'name of the variable', name)}`;
  if (holder.node.tryFindChild(id)) throw new Error(`[${holder.node.path}] has the variable "${name}" already. Declare it once.`);
  const valueWo = valueText(holder.node.path, `the variable "${name}"`, value).text;
  const variable = make(id, { name, valueWo, ...(version === undefined ? {} : { valueWoVersion: version }), provider: holder.provider });
  if (sensitive) warnAboutLiteral(variable, name, valueWo);
};
