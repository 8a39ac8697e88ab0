import type { TerraformDataSource, TerraformProvider, TerraformResource } from 'cdktf';
import { validationErrors, type Form } from './rules.ts';
import { synthesizedValues } from './synthesized-values.ts';

type ValidatedElement = TerraformResource | TerraformDataSource | TerraformProvider;

/** The construct judges itself at synthesis by the rules of its declaration; what breaks one is told with its path. */
export const validateAtSynthesis = (construct: ValidatedElement, form: Form): void => {
  construct.node.addValidation({
    validate: () => [...validationErrors(form, construct.terraformResourceType, synthesizedValues(construct))],
  });
};
