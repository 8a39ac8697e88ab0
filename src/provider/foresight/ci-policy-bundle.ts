import { replace } from '../../apply/overrides/ci-policy-bundle.ts';
import { holdsUnknown } from '../../declare/index.ts';
import { equal } from '../../plan/equal.ts';
import type { Foresight } from '../foresee.ts';

/** The dry run: what the apply will make, replace and take away. A policy that does not compile is refused by it, with file and line. */
export const ciPolicyBundle: Foresight = async (resource, prior, planned, around) => {
  const { policies, owner_id: owner, context } = planned;
  if (typeof owner !== 'string' || typeof context !== 'string' || holdsUnknown(policies)) return [];
  if (prior !== null && ['policies', 'owner_id', 'context'].every((name) => equal(resource.attributes[name]!.kind, prior[name], planned[name]))) return [];
  const difference = await replace(planned, policies as { readonly [name: string]: string }, around(), { dry: true });
  return { diagnostics: [], known: { ...difference } };
};
