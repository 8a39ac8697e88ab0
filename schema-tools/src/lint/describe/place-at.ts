import { stepsOf, valueAt } from '../../documents/pointer.ts';
import type { Source, Span } from '../../documents/source.ts';
import { escaped, isObject } from '../../json.ts';

/** A place of a source that is written at an offset. */
export interface Place { readonly document: number; readonly pointer: string; readonly span: Span }

/** A document of more places is too large to be looked through for one of them while somebody waits. */
const most = 300_000;

/** Pointers of everything in a value, parents first; undefined when there are too many. */
function pointersIn(value: unknown): string[] | undefined {
  const found: string[] = [];
  const open: (readonly [unknown, string])[] = [[value, '']];
  for (let next = open.pop(); next; next = open.pop()) {
    const [here, pointer] = next;
    found.push(pointer);
    if (found.length > most) return undefined;
    const members = Array.isArray(here) ? here.map((item, index) => [item, `${pointer}/${index}`] as const)
      : isObject(here) ? Object.entries(here).map(([name, member]) => [member, `${pointer}/${escaped(name)}`] as const) : [];
    open.push(...members.reverse());
  }
  return found;
}

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;
const holds = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end && start < end;

/**
 * The property whose key, or whose plain value, is written at an offset: not the object around it. What aliases bring in again is
 * the first place that has it.
 */
export function placeAt(source: Source, offset: number): Place | undefined {
  for (const [document, { value: root, locate }] of source.documents.entries()) {
    const pointers = pointersIn(root);
    if (!pointers) continue;
    let near: Place | undefined;
    for (const [pointer, { key, value, alias }] of locate(pointers)) {
      if (pointer === '') continue;
      const isKey = key.start !== value.start || key.end !== value.end;
      if (isKey && holds(key, offset) && !alias) return { document, pointer, span: key };
      // Of nested values the shortest one is meant.
      if (!holds(value, offset) || (near && near.span.end - near.span.start <= value.end - value.start)) continue;
      near = { document, pointer, span: value };
    }
    if (near && !isContainer(valueAt(root, stepsOf(near.pointer)!))) return near;
  }
  return undefined;
}
