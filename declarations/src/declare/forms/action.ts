import type { Attributes } from '../attribute.ts';
import type { Constraint } from '../constraint.ts';
import type { RequestDeclaration } from './request-declaration.ts';

/** An operation without a state (engine 1.14): its configuration and its requests. Its implementation is code. */
export interface Action<A extends Attributes = Attributes> extends RequestDeclaration<A> {
  readonly form: 'action';
}

export const action = <const A extends Attributes>(
  name: string,
  spec: Omit<Action<A>, 'form' | 'name' | 'constraints'> & { readonly constraints?: readonly Constraint[] },
): Action<A> => ({ ...spec, form: 'action', name, constraints: spec.constraints ?? [] });
