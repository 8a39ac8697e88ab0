import type { Attributes } from '../attribute.ts';
import type { Constraint } from '../constraint.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ServiceName } from '../resource.ts';

/** What every form that is no resource says: what may be configured, and which requests that makes. */
export interface RequestDeclaration<A extends Attributes = Attributes> {
  /** Without the provider's prefix. */
  readonly name: string;
  readonly service: ServiceName;
  /** One sentence. */
  readonly doc: string;
  readonly attributes: A;
  readonly constraints: readonly Constraint[];
  readonly requests: readonly Endpoint[];
  readonly notes?: readonly string[];
}
