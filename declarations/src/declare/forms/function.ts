import type { AttributeKind } from '../kind.ts';

/** A pure function of the provider, implemented as code over declared kinds. */
export interface ProviderFunction {
  readonly form: 'function';
  readonly name: string;
  readonly summary: string;
  readonly doc: string;
  readonly parameters: readonly { readonly name: string; readonly kind: AttributeKind; readonly doc: string }[];
  readonly returns: AttributeKind;
  /** The result, or a promise of it. Throws an ArgumentError for an argument that is not valid. */
  call(...args: never[]): unknown;
}

/** An argument is not valid. `argument` is its index, from 0. */
export class ArgumentError extends Error {
  readonly argument: number;
  constructor(argument: number, message: string) {
    super(message);
    this.argument = argument;
  }
}

export const providerFunction = (name: string, spec: Omit<ProviderFunction, 'form' | 'name'>): ProviderFunction => ({
  ...spec,
  form: 'function',
  name,
});
