import type { Attributes } from '../attribute.ts';
import type { Constraint } from '../constraint.ts';
import type { Row } from '../endpoint.ts';
import type { Service } from '../resource.ts';

/** Something done, with nothing kept (engine 1.14): its configuration, and the requests it makes. What it does is code. */
export interface Action<A extends Attributes = Attributes> {
  readonly form: 'action';
  readonly name: string;
  readonly service: Service;
  readonly doc: string;
  readonly attributes: A;
  readonly constraints: readonly Constraint[];
  readonly rows: readonly Row[];
  readonly notes?: readonly string[];
}

export const action = <const A extends Attributes>(name: string, spec: Omit<Action<A>, 'form' | 'name' | 'constraints'> & { readonly constraints?: readonly Constraint[] }): Action<A> =>
  ({ ...spec, form: 'action', name, constraints: spec.constraints ?? [] });
