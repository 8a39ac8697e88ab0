import { replaceBundle } from '../../apply/overrides/ci-policy-bundle.ts';
import { hasUnknown } from '@slipway/declarations/declare';
import { isEqual } from '../../plan/is-equal.ts';
import type { PlanModifier } from './plan-modifier.ts';

/** The dry run: what the apply will make, replace and take away. A policy that does not compile is refused by it, with file and line. */
export const modifyPolicyBundlePlan: PlanModifier = async (resource, prior, planned, around) => {
  const { policies, organization_id: owner, context } = planned;
  if (typeof owner !== 'string' || typeof context !== 'string' || hasUnknown(policies)) return [];
  if (
    prior !== null &&
    ['policies', 'organization_id', 'context'].every((name) => isEqual(resource.attributes[name]!.kind, prior[name], planned[name]))
  )
    return [];
  const difference = await replaceBundle(planned, policies as { readonly [name: string]: string }, around(), { dry: true });
  return { diagnostics: [], knownValues: { ...difference } };
};
