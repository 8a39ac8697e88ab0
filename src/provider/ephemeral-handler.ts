import type { ApplyContext } from '../apply/apply-operation.ts';
import type { Ephemeral, Values } from '@slipway/declarations/declare';

/** What opening returns: the values of every attribute, and what closing needs. The engine keeps `held` in memory; it has no secret. */
export interface OpenEphemeral {
  readonly result: Values;
  readonly held?: Values;
}

/**
 * Opens and closes an ephemeral resource. `config` has defaults filled in. Without `close`, the service has nothing to clean up. There is
 * no renewal, because no service here can extend a lifetime.
 */
export interface EphemeralHandler {
  open(of: Ephemeral, config: Values, context: ApplyContext): Promise<OpenEphemeral>;
  close?(of: Ephemeral, held: Values, context: ApplyContext): Promise<void>;
}
