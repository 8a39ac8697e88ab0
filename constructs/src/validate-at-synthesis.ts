import type { TerraformDataSource, TerraformProvider, TerraformResource } from 'cdktf';
import { validationErrors, type Form } from './validation-errors.ts';
import { reportStackCycles } from './stack-cycles.ts';
import { synthesizedValues } from './synthesized-values.ts';

type ValidatedElement = TerraformResource | TerraformDataSource | TerraformProvider;

/** Makes the construct validate itself at synthesis by the rules of its declaration; errors carry its path. */
export const validateAtSynthesis = (construct: ValidatedElement, form: Form): void => {
  reportStackCycles(construct);
  construct.node.addValidation({
    validate: () => [...validationErrors(form, construct.terraformResourceType, synthesizedValues(construct))],
  });
};
