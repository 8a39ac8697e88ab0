import type { Kind } from '../kind.ts';

/** A pure function of the provider: what people otherwise compute by hand. Plain code over declared kinds. */
export interface Fn {
  readonly form: 'function';
  readonly name: string;
  readonly summary: string;
  readonly doc: string;
  readonly parameters: readonly { readonly name: string; readonly kind: Kind; readonly doc: string }[];
  readonly returns: Kind;
  /** Throws a Refusal for what the caller wrote. */
  call(...args: never[]): unknown;
}

/** What is wrong with the argument at that place, counted from 0. */
export class Refusal extends Error {
  readonly argument: number;
  constructor(argument: number, message: string) { super(message); this.argument = argument; }
}

export const fn = (name: string, spec: Omit<Fn, 'form' | 'name'>): Fn => ({ ...spec, form: 'function', name });
