import { keyOf, objectOf, setOf, type Value } from '../values/index.ts';
import type { Gathering, Resolved } from '../resolve/resolved.ts';
import { holdAll } from './body.ts';
import { eachBuiltin, eachFunction } from './calls.ts';
import { conflict } from './conflict.ts';
import { isReady } from './match.ts';
import { eachOfPath } from './paths.ts';
import { built, type Each, type Frame } from './run.ts';

/** Every combination of the results of some terms, which are evaluated in an order in which they can be. */
export function eachOfAll(frame: Frame, terms: readonly Resolved[], go: (values: readonly Value[]) => boolean): boolean {
  const values: (Value | undefined)[] = terms.map((term) => (term.is === 'constant' ? term.value : undefined));
  const next = (left: number): boolean => {
    if (left === 0) return go([...values] as Value[]);
    const missing = [...values.keys()].filter((index) => values[index] === undefined);
    const index = (missing.length === 1 ? undefined : missing.find((each) => isReady(frame, terms[each] as Resolved))) ?? missing[0] as number;
    return eachOf(frame, terms[index] as Resolved, (value) => {
      values[index] = value;
      const stop = next(left - 1);
      values[index] = undefined;
      return stop;
    });
  };
  return next(values.filter((value) => value === undefined).length);
}

function gathered(frame: Frame, { kind, key, value, body, at }: Gathering): Value {
  const [values, entries] = [[] as Value[], new Map<string, readonly [Value, Value]>()];
  holdAll(frame, body, 0, () => {
    if (!key) return eachOf(frame, value, (found) => { values.push(found); return false; });
    return eachOfAll(frame, [key, value], ([name, found]) => {
      const [known, id] = [entries.get(keyOf(name as Value)), keyOf(name as Value)];
      if (known && keyOf(known[1]) !== keyOf(found as Value)) conflict(frame.file, at, 'object keys must be unique');
      entries.set(id, [name as Value, found as Value]);
      return false;
    });
  });
  return built(frame.view.run, kind === 'array' ? values : kind === 'set' ? setOf(values) : objectOf(entries.values()));
}

/** Calls `go` with each value that a term can have, until it says to stop. Nothing is called for what is undefined. */
export function eachOf(frame: Frame, term: Resolved, go: Each): boolean {
  const { run } = frame.view;
  switch (term.is) {
    case 'constant': return go(term.value);
    case 'slot': {
      const value = frame.slots[term.slot];
      if (value === undefined) throw new Error(`variable ${term.slot} of ${frame.file}:${term.at.line} has no value; we assumed that statements were in order. Please report it.`);
      return go(value);
    }
    case 'path': return eachOfPath(frame, term, go);
    case 'array': return eachOfAll(frame, term.items, (values) => go(built(run, values)));
    case 'set': return eachOfAll(frame, term.items, (values) => go(built(run, setOf(values))));
    case 'object': return eachOfAll(frame, term.entries.flat(), (flat) => {
      const entries = term.entries.map((_, index) => [flat[index * 2], flat[index * 2 + 1]] as [Value, Value]);
      const object = objectOf(entries);
      if (object.entries.size < entries.length && entries.some(([key, value]) => keyOf(object.entries.get(keyOf(key))?.[1] as Value) !== keyOf(value))) conflict(frame.file, term.at, 'object keys must be unique');
      return go(built(run, object));
    });
    case 'gathering': return go(gathered(frame, term));
    case 'builtin': return eachBuiltin(frame, term, go);
    case 'function': return eachFunction(frame, term, go);
  }
}
