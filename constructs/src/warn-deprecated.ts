import * as cdktf from 'cdktf';
import type { IConstruct } from 'constructs';
import { deprecationsOf, type Form } from './rules.ts';
import { written } from './written.ts';

const formOf = (construct: IConstruct): Form | undefined => {
  if (cdktf.TerraformResource.isTerraformResource(construct)) return 'resource';
  if (cdktf.TerraformDataSource.isTerraformDataSource(construct)) return 'data source';
  return construct instanceof cdktf.TerraformProvider ? 'provider' : undefined;
};

const warn: cdktf.IAspect = {
  visit: (construct) => {
    const form = formOf(construct);
    if (form === undefined) return;
    const block = construct as cdktf.TerraformResource;
    for (const message of deprecationsOf(form, block.terraformResourceType, written(block))) cdktf.Annotations.of(construct).addWarning(message);
  },
};

const watch = (scope: IConstruct): void => {
  const aspects = cdktf.Aspects.of(scope);
  if (!aspects.all.includes(warn)) aspects.add(warn);
};

/** Aspects of an app are never asked, only those of stacks and what is below: the stacks it has now, and those it has when it is synthesized. */
const watchApp = (app: cdktf.App): void => {
  const watchStacks = () => app.node.findAll().filter((one) => cdktf.TerraformStack.isStack(one)).forEach(watch);
  const { synth } = app;
  watchStacks();
  app.synth = () => { watchStacks(); synth.call(app); };
};

/**
 * Everything below `scope` (an app, a stack, a construct) that says something deprecated is warned about at synthesis,
 * at its place in the construct tree and in the words the plan will use. L1 and L2 alike, overrides included.
 */
export const warnDeprecated = (scope: IConstruct): void => (cdktf.App.isApp(scope) ? watchApp(scope) : watch(scope));
