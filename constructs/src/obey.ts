import type { TerraformDataSource, TerraformProvider, TerraformResource } from 'cdktf';
import { faultsOf, type Form } from './rules.ts';
import { written } from './written.ts';

type Ruled = TerraformResource | TerraformDataSource | TerraformProvider;

/** The construct judges itself at synthesis by the rules of its declaration; what breaks one is told with its path. */
export const obey = (construct: Ruled, form: Form): void => {
  construct.node.addValidation({ validate: () => [...faultsOf(form, construct.terraformResourceType, written(construct))] });
};
