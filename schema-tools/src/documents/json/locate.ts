import { parseIndex, parsePointer } from '../pointer.ts';
import type { Span } from '../source.ts';
import { parseKey, skipSpace, skipValue, stringEnd, textStart } from './scan.ts';

/** A requested location, or an ancestor of one. */
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

/** The pointers' targets as a tree; `all` lists a parent before its children. */
interface TargetTree {
  readonly root: PointerTarget;
  readonly all: PointerTarget[];
  readonly byPointer: Map<string, PointerTarget>;
}

const createTarget = (parent: PointerTarget | undefined): PointerTarget => ({
  steps: new Map(),
  parent,
  visit: 0,
  parentVisit: 0,
  isRepeated: false,
  isReached: false,
  key: undefined,
  value: emptySpan,
});

function buildTargets(pointers: Iterable<string>): TargetTree {
  const root = createTarget(undefined);
  const tree: TargetTree = { root, all: [root], byPointer: new Map() };
  for (const pointer of pointers) {
    const steps = parsePointer(pointer);
    if (!steps) continue;
    let target = root;
    for (const step of steps) {
      let next = target.steps.get(step);
      if (!next) {
        next = createTarget(target);
        tree.all.push(next);
        target.steps.set(step, next);
      }
      target = next;
    }
    tree.byPointer.set(pointer, target);
  }
  return tree;
}

/** The locations of some pointers in a valid text, in one pass that enters only what is on the way; the last of equal keys counts. */
export function locateJson(text: string, pointers: Iterable<string>): Map<string, JsonLocation> {
  const { root, all, byPointer } = buildTargets(pointers);
  visitTargets(text, root);
  for (const target of all)
    target.isReached =
      target.parent === undefined || (target.parent.isReached && target.visit > 0 && target.parentVisit === target.parent.visit);
  const locations = new Map<string, JsonLocation>();
  for (const [pointer, { isReached, key, value, isRepeated }] of byPointer)
    if (isReached) locations.set(pointer, { key, value, isRepeated });
  return locations;
}

/** The state of one pass. */
interface Pass {
  readonly text: string;
  readonly open: OpenContainer[];
  visits: number;
}

/** Visits a target whose value begins at `at`; returns the offset at which to continue: inside a container, else after the value. */
function enterTarget(pass: Pass, target: PointerTarget, key: Span | undefined, at: number): number {
  const { parent } = target;
  target.isRepeated = parent !== undefined && target.parentVisit === parent.visit;
  target.parentVisit = parent?.visit ?? 0;
  target.visit = pass.visits += 1;
  target.key = key;
  const first = pass.text[at];
  if (target.steps.size > 0 && (first === '{' || first === '[')) {
    target.value = { start: at, end: at };
    pass.open.push({ target, items: first === '[' ? indexSteps(target) : undefined, index: 0 });
    return at + 1;
  }
  const end = skipValue(pass.text, at);
  target.value = { start: at, end };
  return end;
}

/** Goes through one member or item of the innermost open container; returns the offset after it, or inside it. */
function visitMember(pass: Pass, container: OpenContainer, at: number): number {
  const { text } = pass;
  if (container.items) {
    const item = container.items.get(container.index);
    container.index += 1;
    return item ? enterTarget(pass, item, undefined, at) : skipValue(text, at);
  }
  const key = { start: at, end: stringEnd(text, at) };
  const member = container.target.steps.get(parseKey(text.slice(key.start, key.end)));
  const value = skipSpace(text, skipSpace(text, key.end) + 1);
  return member ? enterTarget(pass, member, key, value) : skipValue(text, value);
}

function visitTargets(text: string, root: PointerTarget): void {
  const pass: Pass = { text, open: [], visits: 0 };
  let at = enterTarget(pass, root, undefined, skipSpace(text, textStart(text)));
  for (let top = pass.open.at(-1); top; top = pass.open.at(-1)) {
    at = skipSpace(text, at);
    const code = text[at];
    if (code === ',') at += 1;
    else if (code === '}' || code === ']' || code === undefined) {
      at += 1;
      top.target.value = { start: top.target.value.start, end: at };
      pass.open.pop();
    } else at = visitMember(pass, top, at);
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
