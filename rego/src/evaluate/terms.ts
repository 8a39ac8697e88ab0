import { keyOf, objectOf, setOf, type RegoValue } from '../values/index.ts';
import type { ResolvedComprehension, ResolvedTerm } from '../resolve/resolved.ts';
import { evaluateBody } from './body.ts';
import { evaluateCall } from './calls.ts';
import { throwConflict } from './conflict.ts';
import { canEvaluate } from './match.ts';
import { evaluatePath } from './paths.ts';
import { chargeValue, type OnValue, type Frame } from './evaluation.ts';

/** Continues with every combination of the values of terms, evaluated in a possible order. */
export function evaluateTerms(frame: Frame, terms: readonly ResolvedTerm[], go: (values: readonly RegoValue[]) => boolean): boolean {
  const values: (RegoValue | undefined)[] = terms.map((term) => (term.is === 'constant' ? term.value : undefined));
  const next = (left: number): boolean => {
    if (left === 0) return go([...values] as RegoValue[]);
    const missing = [...values.keys()].filter((index) => values[index] === undefined);
    const index =
      (missing.length === 1 ? undefined : missing.find((each) => canEvaluate(frame, terms[each] as ResolvedTerm))) ??
      (missing[0] as number);
    return evaluateTerm(frame, terms[index] as ResolvedTerm, (value) => {
      values[index] = value;
      const stop = next(left - 1);
      values[index] = undefined;
      return stop;
    });
  };
  return next(values.filter((value) => value === undefined).length);
}

function evaluateComprehension(frame: Frame, { kind, key, value, body, at }: ResolvedComprehension): RegoValue {
  const [values, entries] = [[] as RegoValue[], new Map<string, readonly [RegoValue, RegoValue]>()];
  evaluateBody(frame, body, 0, () => {
    if (!key)
      return evaluateTerm(frame, value, (candidate) => {
        values.push(candidate);
        return false;
      });
    return evaluateTerms(frame, [key, value], ([name, candidate]) => {
      const [existing, id] = [entries.get(keyOf(name as RegoValue)), keyOf(name as RegoValue)];
      if (existing && keyOf(existing[1]) !== keyOf(candidate as RegoValue)) throwConflict(frame.file, at, 'object keys must be unique');
      entries.set(id, [name as RegoValue, candidate as RegoValue]);
      return false;
    });
  });
  return chargeValue(frame.view.evaluation, kind === 'array' ? values : kind === 'set' ? setOf(values) : objectOf(entries.values()));
}

/** Calls `go` with each value of a term until it returns true. An undefined term has no values. */
export function evaluateTerm(frame: Frame, term: ResolvedTerm, go: OnValue): boolean {
  const { evaluation: run } = frame.view;
  switch (term.is) {
    case 'constant':
      return go(term.value);
    case 'slot': {
      const value = frame.slots[term.slot];
      if (value === undefined)
        throw new Error(
          `variable ${term.slot} in ${frame.file}:${term.at.line} has no value although statements are ordered. Please report this.`,
        );
      return go(value);
    }
    case 'path':
      return evaluatePath(frame, term, go);
    case 'array':
      return evaluateTerms(frame, term.items, (values) => go(chargeValue(run, values)));
    case 'set':
      return evaluateTerms(frame, term.items, (values) => go(chargeValue(run, setOf(values))));
    case 'object':
      return evaluateTerms(frame, term.entries.flat(), (flat) => {
        const entries = term.entries.map((_, index) => [flat[index * 2], flat[index * 2 + 1]] as [RegoValue, RegoValue]);
        const object = objectOf(entries);
        if (
          object.entries.size < entries.length &&
          entries.some(([key, value]) => keyOf(object.entries.get(keyOf(key))?.[1] as RegoValue) !== keyOf(value))
        )
          throwConflict(frame.file, term.at, 'object keys must be unique');
        return go(chargeValue(run, object));
      });
    case 'comprehension':
      return go(evaluateComprehension(frame, term));
    case 'builtin':
    case 'function':
      return evaluateCall(frame, term, go);
  }
}
