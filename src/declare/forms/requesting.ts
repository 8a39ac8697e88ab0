import type { Attributes } from '../attribute.ts';
import type { Constraint } from '../constraint.ts';
import type { Row } from '../endpoint.ts';
import type { Service } from '../resource.ts';

/** What every form that is no resource says: what may be configured, and which requests that makes. */
export interface Requesting<A extends Attributes = Attributes> {
  /** Without the provider's prefix. */
  readonly name: string;
  readonly service: Service;
  /** One sentence. */
  readonly doc: string;
  readonly attributes: A;
  readonly constraints: readonly Constraint[];
  readonly rows: readonly Row[];
  readonly notes?: readonly string[];
}
