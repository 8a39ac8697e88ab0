import * as cdktf from 'cdktf';
import type { IConstruct } from 'constructs';
import { deprecationWarnings, type Form } from './validation-errors.ts';
import { synthesizedValues } from './synthesized-values.ts';

const blockForm = (construct: IConstruct): Form | undefined => {
  if (cdktf.TerraformResource.isTerraformResource(construct)) return 'resource';
  if (cdktf.TerraformDataSource.isTerraformDataSource(construct)) return 'data source';
  return construct instanceof cdktf.TerraformProvider ? 'provider' : undefined;
};

const deprecationAspect: cdktf.IAspect = {
  visit: (construct) => {
    const form = blockForm(construct);
    if (form === undefined) return;
    const block = construct as cdktf.TerraformResource;
    for (const message of deprecationWarnings(form, block.terraformResourceType, synthesizedValues(block)))
      cdktf.Annotations.of(construct).addWarning(message);
  },
};

const addAspect = (scope: IConstruct): void => {
  const aspects = cdktf.Aspects.of(scope);
  if (!aspects.all.includes(deprecationAspect)) aspects.add(deprecationAspect);
};

/**
 * Aspects of an app are never visited, only those of stacks and what is below: the stacks it has now, and those it has when it is
 * synthesized.
 */
const addAspectToStacks = (app: cdktf.App): void => {
  const watchStacks = () =>
    app.node
      .findAll()
      .filter((one) => cdktf.TerraformStack.isStack(one))
      .forEach(addAspect);
  const { synth } = app;
  watchStacks();
  app.synth = () => {
    watchStacks();
    synth.call(app);
  };
};

/**
 * Everything below `scope` (an app, a stack, a construct) that uses something deprecated is warned about at synthesis,
 * at its place in the construct tree and in the words the plan will use. L1 and L2 alike, overrides included.
 */
export const warnDeprecated = (scope: IConstruct): void => (cdktf.App.isApp(scope) ? addAspectToStacks(scope) : addAspect(scope));
