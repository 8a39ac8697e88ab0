import { stripColors } from '../color/colors.ts';

/** What Terraform and OpenTofu say of a state that is not there, and of an output that it does not have. */
const missingState = /Unable to find remote state|does not have an attribute named \\?"cross-stack-output-/;

/**
 * The stacks that are not deployed, among those that one reads outputs of: by the errors of its plan, or all where the errors name none.
 * cdktf names the data source of a state after the stack.
 */
const undeployedStacks = (errors: string, dependsOn: readonly string[]): readonly string[] => {
  if (!missingState.test(errors)) return [];
  const referred = new Set(Array.from(errors.matchAll(/cross-stack-reference-input-([\w-]+)/g), ([, name]) => name));
  const named = dependsOn.filter((name) => referred.has(name));
  return named.length > 0 ? named : dependsOn;
};

/** What to do first where a stack reads outputs of stacks that are not deployed; undefined where its plan failed for something else. */
export const describeUndeployed = (name: string, errors: string, dependsOn: readonly string[]): string | undefined => {
  // In colours the engine breaks lines, and draws one beside them.
  const missing = undeployedStacks(stripColors(errors).replace(/\s+(?:│\s*)?/g, ' '), dependsOn);
  if (missing.length === 0) return undefined;
  const them = missing.join(' and ');
  return (
    `Stack ${name} reads outputs that ${them} ${missing.length === 1 ? 'does' : 'do'} not have yet: deploy ${them} first, ` +
    `with \`slipway deploy ${missing.join(' ')}\`. \`slipway deploy\` without names deploys all stacks in order.`
  );
};
