import { type Attributes, isUnreadNull, type Values } from '@slipway/declarations/declare';
import { changedNames, markDependents } from './mark-dependents.ts';
import { type ProviderDefaults, proposeAttributes } from './propose.ts';
import { planImplied } from './implied.ts';
import { planInheritance } from './inheritance.ts';
import { planWithdrawn } from './withdrawn.ts';
import { type Fingerprints, planRevisions } from './write-only.ts';

export interface PlanResult {
  readonly state: Record<string, unknown>;
  /** The names of attributes whose change replaces the object. */
  readonly requiresReplace: readonly string[];
  readonly changed: readonly string[];
}

/** Whether the service refuses another value of the attribute, given the object as it is: a change replaces the object. */
export const isImmutableNow = (attributes: Attributes, name: string, prior: Values): boolean => {
  const attribute = attributes[name]!;
  const { immutable, pathParameter, mode } = attribute;
  if (mode === 'computed' || isUnreadNull(attribute, prior[name])) return false;
  if (pathParameter || immutable === true) return true;
  if (immutable === undefined) return false;
  return 'while' in immutable ? prior[immutable.while] === true : prior[name] === immutable.from;
};

/**
 * Plans a change, without requests. `prior` null: a create.
 *
 * Rules in the order they are applied: configured values; inherited values; defaults; kept values; revisions of write-only
 * values; implied values; withdrawn values; dependent values, to a fixed point; replacement.
 */
export const planResource = (
  attributes: Attributes,
  prior: Values | null,
  config: Values,
  fingerprints: Fingerprints & { readonly unchanged?: ReadonlySet<string> },
  inherited: ProviderDefaults,
): PlanResult => {
  const state = proposeAttributes(attributes, prior ?? undefined, config, inherited);
  planRevisions(attributes, prior, config, fingerprints, state);
  planImplied(attributes, prior, config, state);
  if (prior === null) return { state, requiresReplace: [], changed: Object.keys(attributes) };
  planInheritance(attributes, prior, config, state);
  planWithdrawn(attributes, prior, config, fingerprints.configured, state);
  markDependents(attributes, prior, config, state);
  const changed = changedNames(attributes, prior, state);
  return { state, requiresReplace: changed.filter((name) => isImmutableNow(attributes, name, prior)), changed };
};
