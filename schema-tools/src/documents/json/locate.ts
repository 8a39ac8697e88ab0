import { parseIndex, parsePointer } from '../pointer.ts';
import type { Span } from '../source.ts';
import { parseKey, skipSpace, skipValue, stringEnd, textStart } from './scan.ts';

/** A place that is asked for, or lies on the way to one. */
interface PointerTarget {
  readonly steps: Map<string, PointerTarget>;
  readonly parent: PointerTarget | undefined;
  /** Which visit this is, and in which visit of the parent: a key that is written again makes what was found below the first one void. */
  visit: number;
  parentVisit: number;
  isRepeated: boolean;
  isReached: boolean;
  key: Span | undefined;
  value: Span;
}

export interface JsonLocation {
  readonly key: Span | undefined;
  readonly value: Span;
  /** Its object has the key more than once. */ readonly isRepeated: boolean;
}

interface OpenContainer {
  readonly target: PointerTarget;
  readonly items: ReadonlyMap<number, PointerTarget> | undefined;
  index: number;
}

const emptySpan: Span = { start: 0, end: 0 };

/** Where some pointers lead in a text that is known to be right, in one pass that enters only what is on the way; the last of equal keys counts. */
export function locateJson(text: string, pointers: Iterable<string>): Map<string, JsonLocation> {
  const all: PointerTarget[] = [];
  const add = (parent: PointerTarget | undefined): PointerTarget => {
    const wanted: PointerTarget = {
      steps: new Map(),
      parent,
      visit: 0,
      parentVisit: 0,
      isRepeated: false,
      isReached: false,
      key: undefined,
      value: emptySpan,
    };
    all.push(wanted);
    return wanted;
  };
  const root = add(undefined);
  const asked = new Map<string, PointerTarget>();
  for (const pointer of pointers) {
    let wanted = root;
    const steps = parsePointer(pointer);
    for (const step of steps ?? []) {
      const next = wanted.steps.get(step) ?? add(wanted);
      wanted.steps.set(step, next);
      wanted = next;
    }
    if (steps) asked.set(pointer, wanted);
  }
  visitTargets(text, root);
  // A parent is in the list before its children.
  for (const wanted of all)
    wanted.isReached =
      wanted.parent === undefined || (wanted.parent.isReached && wanted.visit > 0 && wanted.parentVisit === wanted.parent.visit);
  const found = new Map<string, JsonLocation>();
  for (const [pointer, { isReached: reached, key, value, isRepeated: repeated }] of asked)
    if (reached) found.set(pointer, { key, value, isRepeated: repeated });
  return found;
}

function visitTargets(text: string, root: PointerTarget): void {
  const open: OpenContainer[] = [];
  let visits = 0;
  const enter = (wanted: PointerTarget, parent: PointerTarget | undefined, key: Span | undefined, at: number): number => {
    wanted.isRepeated = parent !== undefined && wanted.parentVisit === parent.visit;
    wanted.parentVisit = parent?.visit ?? 0;
    wanted.visit = visits += 1;
    wanted.key = key;
    const first = text[at];
    if (wanted.steps.size > 0 && (first === '{' || first === '[')) {
      wanted.value = { start: at, end: at };
      open.push({ target: wanted, items: first === '[' ? indexSteps(wanted) : undefined, index: 0 });
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
    if (code === ',') {
      at += 1;
      continue;
    }
    if (code === '}' || code === ']' || code === undefined) {
      at += 1;
      top.target.value = { start: top.target.value.start, end: at };
      open.pop();
      continue;
    }
    let next: PointerTarget | undefined;
    let key: Span | undefined;
    if (top.items) {
      next = top.items.get(top.index);
      top.index += 1;
    } else {
      key = { start: at, end: stringEnd(text, at) };
      next = top.target.steps.get(parseKey(text.slice(key.start, key.end)));
      at = skipSpace(text, skipSpace(text, key.end) + 1);
    }
    at = next ? enter(next, top.target, key, at) : skipValue(text, at);
  }
}

function indexSteps({ steps }: PointerTarget): Map<number, PointerTarget> {
  return new Map(
    [...steps].flatMap(([step, wanted]) => {
      const index = parseIndex(step);
      return index === undefined ? [] : [[index, wanted] as const];
    }),
  );
}
