import * as cdktf from 'cdktf';
import { reportStackCycles } from './stack-cycles.ts';
import { validationErrors, type Form } from './validation-errors.ts';
import { synthesizedValues } from './synthesized-values.ts';

type ValidatedElement = cdktf.TerraformResource | cdktf.TerraformDataSource | cdktf.TerraformProvider;

/** Keys of a map without a value: they would be left out without a word. */
const keysWithoutValue = (construct: ValidatedElement, map: string): readonly string[] => {
  const given = (construct as unknown as { readonly [member: string]: unknown })[`${map}Input`];
  if (typeof given !== 'object' || given === null || cdktf.Token.isUnresolved(given)) return [];
  return Object.entries(given)
    .filter(([, value]) => value === undefined || value === null)
    .map(([key, value]) => `\`${map}.${key}\` is ${String(value)}. Give it a value, or leave the key out.`);
};

/** Makes the construct validate itself at synthesis by the rules of its declaration; errors carry its path. `maps`: those of texts. */
export const validateAtSynthesis = (construct: ValidatedElement, form: Form, maps: readonly string[] = []): void => {
  reportStackCycles(construct);
  construct.node.addValidation({
    validate: () => [
      ...maps.flatMap((map) => keysWithoutValue(construct, map)),
      ...validationErrors(form, construct.terraformResourceType, synthesizedValues(construct)),
    ],
  });
};
