import type { Attributes } from '../attribute.ts';
import type { Constraint } from '../constraint.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ServiceName } from '../resource.ts';

/** The common parts of data sources, actions and ephemeral resources: attributes and requests. */
export interface RequestDeclaration<A extends Attributes = Attributes> {
  /** The name without the provider's prefix. */
  readonly name: string;
  readonly service: ServiceName;
  /** One sentence. */
  readonly doc: string;
  readonly attributes: A;
  readonly constraints: readonly Constraint[];
  readonly requests: readonly Endpoint[];
  readonly notes?: readonly string[];
}
