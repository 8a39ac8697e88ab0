import type { ApplyContext } from '../../apply/apply-operation.ts';
import type { Resource, Values } from '@slipway/declarations/declare';
import type { Diagnostic } from '../../protocol/provider-server.ts';

/**
 * `knownValues`: values that the service decides and has returned before the apply. `unchanged`: attributes whose new value is another
 * spelling of the prior one, so that they replace nothing.
 */
export interface PlanModification {
  readonly unchanged?: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly knownValues: Values;
}

/**
 * Queries the service during a plan, if a rule of a resource depends on other objects: otherwise the service would refuse the change during
 * the apply.
 */
export type PlanModifier = (
  resource: Resource,
  prior: Values | null,
  planned: Values,
  context: () => ApplyContext,
) => Promise<readonly Diagnostic[] | PlanModification>;
