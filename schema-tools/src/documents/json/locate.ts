import { indexOf, stepsOf } from '../pointer.ts';
import type { Span } from '../source.ts';
import { nameOf, skipSpace, skipValue, stringEnd, textStart } from './scan.ts';

/** A place that is asked for, or lies on the way to one. */
interface Wanted {
  readonly steps: Map<string, Wanted>;
  readonly parent: Wanted | undefined;
  /** Which visit this is, and in which visit of the parent: a key that is written again makes what was found below the first one void. */
  visit: number;
  within: number;
  repeated: boolean;
  reached: boolean;
  key: Span | undefined;
  value: Span;
}

export interface Found { readonly key: Span | undefined; readonly value: Span; /** Its object has the key more than once. */ readonly repeated: boolean }

interface Open { readonly wanted: Wanted; readonly items: ReadonlyMap<number, Wanted> | undefined; index: number }

const nowhere: Span = { start: 0, end: 0 };

/** Where some pointers lead in a text that is known to be right, in one pass that enters only what is on the way; the last of equal keys counts. */
export function find(text: string, pointers: Iterable<string>): Map<string, Found> {
  const all: Wanted[] = [];
  const add = (parent: Wanted | undefined): Wanted => {
    const wanted: Wanted = { steps: new Map(), parent, visit: 0, within: 0, repeated: false, reached: false, key: undefined, value: nowhere };
    all.push(wanted);
    return wanted;
  };
  const root = add(undefined);
  const asked = new Map<string, Wanted>();
  for (const pointer of pointers) {
    let wanted = root;
    const steps = stepsOf(pointer);
    for (const step of steps ?? []) {
      const next = wanted.steps.get(step) ?? add(wanted);
      wanted.steps.set(step, next);
      wanted = next;
    }
    if (steps) asked.set(pointer, wanted);
  }
  follow(text, root);
  // A parent is in the list before its children.
  for (const wanted of all) wanted.reached = wanted.parent === undefined || (wanted.parent.reached && wanted.visit > 0 && wanted.within === wanted.parent.visit);
  const found = new Map<string, Found>();
  for (const [pointer, { reached, key, value, repeated }] of asked) if (reached) found.set(pointer, { key, value, repeated });
  return found;
}

function follow(text: string, root: Wanted): void {
  const open: Open[] = [];
  let visits = 0;
  const enter = (wanted: Wanted, parent: Wanted | undefined, key: Span | undefined, at: number): number => {
    wanted.repeated = parent !== undefined && wanted.within === parent.visit;
    wanted.within = parent?.visit ?? 0;
    wanted.visit = visits += 1;
    wanted.key = key;
    const first = text[at];
    if (wanted.steps.size > 0 && (first === '{' || first === '[')) {
      wanted.value = { start: at, end: at };
      open.push({ wanted, items: first === '[' ? indices(wanted) : undefined, index: 0 });
      return at + 1;
    }
    const end = skipValue(text, at);
    wanted.value = { start: at, end };
    return end;
  };
  let at = enter(root, undefined, undefined, skipSpace(text, textStart(text)));
  for (let top = open.at(-1); top; top = open.at(-1)) {
    at = skipSpace(text, at);
    const code = text[at];
    if (code === ',') { at += 1; continue; }
    if (code === '}' || code === ']' || code === undefined) {
      at += 1;
      top.wanted.value = { start: top.wanted.value.start, end: at };
      open.pop();
      continue;
    }
    let next: Wanted | undefined;
    let key: Span | undefined;
    if (top.items) {
      next = top.items.get(top.index);
      top.index += 1;
    } else {
      key = { start: at, end: stringEnd(text, at) };
      next = top.wanted.steps.get(nameOf(text.slice(key.start, key.end)));
      at = skipSpace(text, skipSpace(text, key.end) + 1);
    }
    at = next ? enter(next, top.wanted, key, at) : skipValue(text, at);
  }
}

function indices({ steps }: Wanted): Map<number, Wanted> {
  return new Map([...steps].flatMap(([step, wanted]) => {
    const index = indexOf(step);
    return index === undefined ? [] : [[index, wanted] as const];
  }));
}
