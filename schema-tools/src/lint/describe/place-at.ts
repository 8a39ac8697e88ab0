import type { Source, SourceDocument, Span } from '../../documents/source.ts';
import { escaped, isObject } from '../../json.ts';

/** A place of a source that is written at an offset. */
export interface Place { readonly document: number; readonly pointer: string; readonly span: Span }

interface Member { readonly pointer: string; readonly value: unknown }

/** Characters: a document whose pointers are longer, together, is too large or too deep to be looked through while somebody waits. */
const most = 10_000_000;

const membersOf = ({ pointer, value }: Member): Member[] => (Array.isArray(value) ? value.map((item, index) => ({ pointer: `${pointer}/${index}`, value: item }))
  : isObject(value) ? Object.entries(value).map(([name, member]) => ({ pointer: `${pointer}/${escaped(name)}`, value: member })) : []);
const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;
const holds = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end && start < end;

/** Level by level. In `nested` text nothing of a value is written outside of it; tables of TOML come in pieces, aliases lead elsewhere. */
function within({ value: root, locate }: SourceDocument, offset: number, nested: boolean): { readonly pointer: string; readonly span: Span } | undefined {
  let near: { readonly pointer: string; readonly span: Span; readonly value: unknown } | undefined;
  let length = 0;
  for (let level = membersOf({ pointer: '', value: root }); level.length > 0;) {
    length = level.reduce((sum, { pointer }) => sum + pointer.length, length);
    if (length > most) return undefined;
    const spots = locate(level.map(({ pointer }) => pointer));
    const next: Member[] = [];
    for (const member of level) {
      const spot = spots.get(member.pointer);
      if (!spot) continue;
      const { key, value: span, alias } = spot;
      const isKey = key.start !== span.start || key.end !== span.end;
      if (isKey && holds(key, offset) && !alias) return { pointer: member.pointer, span: key };
      const isInside = holds(span, offset);
      // Of nested values the shortest one is meant.
      if (isInside && (!near || span.end - span.start < near.span.end - near.span.start)) near = { pointer: member.pointer, span, value: member.value };
      if (isInside || !nested) for (const one of membersOf(member)) next.push(one);
    }
    level = next;
  }
  return near && !isContainer(near.value) ? near : undefined;
}

/**
 * The property whose key, or whose plain value, is written at an offset: not the object around it. What aliases bring in again is
 * the first place that has it.
 */
export function placeAt(source: Source, offset: number): Place | undefined {
  const nested = source.format === 'json' || source.format === 'jsonc';
  for (const [document, one] of source.documents.entries()) {
    const found = within(one, offset, nested);
    if (found) return { document, ...found };
  }
  return undefined;
}
