import type { ResolvedStatement, ResolvedTerm } from './resolved.ts';
import { addSlot, type Scope } from './scope.ts';

/** A negated statement, the calls that are made before it, and the references in it that have to be defined. */
export interface Negation {
  readonly before: readonly { readonly left: ResolvedTerm; readonly right: ResolvedTerm }[];
  readonly step: ResolvedStatement;
  readonly operands: readonly ResolvedTerm[];
}

/** Replaces each call inside a term by a variable, and adds the call to `before`. */
function extractCalls(scope: Scope, term: ResolvedTerm, before: Negation['before'][number][]): ResolvedTerm {
  const each = (items: readonly ResolvedTerm[]) => items.map((item) => extractCalls(scope, item, before));
  switch (term.is) {
    case 'array':
    case 'set':
      return { ...term, items: each(term.items) };
    case 'object':
      return {
        ...term,
        entries: term.entries.map(([key, value]) => [extractCalls(scope, key, before), extractCalls(scope, value, before)] as const),
      };
    case 'path':
      return { ...term, root: typeof term.root === 'string' ? term.root : extractCalls(scope, term.root, before), path: each(term.path) };
    case 'builtin':
    case 'function': {
      const left = { is: 'slot', slot: addSlot(scope, '_', term.at), at: term.at } as const;
      before.push({ left, right: { ...term, items: each(term.items) } });
      return left;
    }
    default:
      return term;
  }
}

/** References anywhere in a term: each has to be defined. */
function referencesIn(term: ResolvedTerm): readonly ResolvedTerm[] {
  switch (term.is) {
    case 'path':
      return [term];
    case 'array':
    case 'set':
      return term.items.flatMap(referencesIn);
    case 'object':
      return term.entries.flat().flatMap(referencesIn);
    default:
      return [];
  }
}
/** References below a term: the term itself may be undefined, what it is indexed by may not. */
const referencesBelow = (term: ResolvedTerm): readonly ResolvedTerm[] => {
  if (term.is !== 'path') return referencesIn(term);
  return [...(typeof term.root === 'string' ? [] : referencesIn(term.root)), ...term.path.flatMap(referencesIn)];
};

const isCall = (term: ResolvedTerm): term is Extract<ResolvedTerm, { is: 'builtin' | 'function' }> =>
  term.is === 'builtin' || term.is === 'function';
/** `not x == y` holds where a side is undefined, as `not x = y` does. */
const isEquality = (term: ResolvedTerm): boolean => term.is === 'builtin' && term.builtin.name === 'equal';

function operandsOf(step: ResolvedStatement): readonly ResolvedTerm[] {
  switch (step.is) {
    case 'holds':
      return isCall(step.term)
        ? step.term.items.flatMap(isEquality(step.term) ? referencesBelow : referencesIn)
        : referencesBelow(step.term);
    case 'unify':
      // A call whose last argument takes its result.
      return isCall(step.left) ? [...step.left.items, step.right].flatMap(referencesIn) : [step.left, step.right].flatMap(referencesBelow);
    case 'every':
      return referencesIn(step.domain);
    default:
      return [];
  }
}

/**
 * Takes a negated statement apart as Open Policy Agent does: calls inside it are made before it, and references that are operands
 * of a call, members of a collection or indexes have to be defined. Where one is undefined, the body is: `not startswith(input.gone, "a")`
 * does not hold. What is negated directly may be undefined: `not input.gone` and `not input.gone == 1` hold.
 */
export function resolveNegation(scope: Scope, step: ResolvedStatement): Negation {
  const before: Negation['before'][number][] = [];
  const extract = (term: ResolvedTerm) => extractCalls(scope, term, before);
  /** A call stays where it is negated itself; calls among its arguments do not. */
  const extractBelow = (term: ResolvedTerm) => (isCall(term) ? { ...term, items: term.items.map(extract) } : extract(term));
  const negated = ((): ResolvedStatement => {
    switch (step.is) {
      case 'holds':
        return { ...step, term: extractBelow(step.term) };
      case 'unify':
        return step.isCall ? { ...step, left: extractBelow(step.left) } : { ...step, left: extract(step.left), right: extract(step.right) };
      case 'every':
        return { ...step, domain: extract(step.domain) };
      default:
        return step;
    }
  })();
  return { before, step: negated, operands: operandsOf(negated) };
}
