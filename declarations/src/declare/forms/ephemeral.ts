import type { Attributes } from '../attribute.ts';
import type { Constraint } from '../constraint.ts';
import type { RequestDeclaration } from './request-declaration.ts';

/** What is opened for one run of the engine and closed after it: in no plan and no state (engine 1.10). What opening it does is code. */
export interface Ephemeral<A extends Attributes = Attributes> extends RequestDeclaration<A> {
  readonly form: 'ephemeral';
}

export const ephemeral = <const A extends Attributes>(
  name: string,
  spec: Omit<Ephemeral<A>, 'form' | 'name' | 'constraints'> & { readonly constraints?: readonly Constraint[] },
): Ephemeral<A> => ({ ...spec, form: 'ephemeral', name, constraints: spec.constraints ?? [] });
