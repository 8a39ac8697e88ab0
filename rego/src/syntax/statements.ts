import type { Position } from '../errors.ts';
import type { Term } from './terms.ts';

/** Replaces the value at a path of `input` or `data` for one statement. */
export interface WithModifier {
  readonly target: Term;
  readonly value: Term;
  readonly at: Position;
}

export type Statement = (
  | { readonly is: 'term'; readonly term: Term }
  | { readonly is: 'unify'; readonly left: Term; readonly right: Term }
  | { readonly is: 'assign'; readonly left: Term; readonly right: Term }
  | { readonly is: 'declare'; readonly names: readonly string[] }
  | { readonly is: 'some'; readonly key?: Term; readonly value: Term; readonly domain: Term }
  | { readonly is: 'every'; readonly key?: Term; readonly value: Term; readonly domain: Term; readonly body: Body }
  | { readonly is: 'not'; readonly statement: Statement }
) & { readonly withs: readonly WithModifier[]; readonly at: Position };

/** Statements that must all hold. */
export type Body = readonly Statement[];
