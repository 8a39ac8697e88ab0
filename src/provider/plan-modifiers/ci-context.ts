import { findInList } from '../../apply/look-up.ts';
import { uuid } from '@slipway/declarations/declare';
import type { PlanModifier } from './plan-modifier.ts';

/** An owner given first by ID and then by slug, or vice versa, is the same owner if its list contains the context. */
export const modifyContextPlan: PlanModifier = async (resource, prior, planned, context) => {
  const { organization: before, id } = prior ?? {};
  const { organization: next } = planned;
  if (typeof before !== 'string' || typeof next !== 'string' || uuid.accepts(before) === uuid.accepts(next)) return [];
  const found = await findInList(resource, resource.endpoints.list!, { ...planned, id }, ['id'], context());
  return found === null ? [] : { diagnostics: [], knownValues: { organization: before }, unchanged: ['organization'] };
};
