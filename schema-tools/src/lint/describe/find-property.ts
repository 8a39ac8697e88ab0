import type { Source, SourceDocument, Span } from '../../documents/source.ts';
import { escapePointerToken, isObject } from '../../json.ts';

/** A place of a source that is written at an offset. */
export interface PropertyLocation {
  readonly document: number;
  readonly pointer: string;
  readonly span: Span;
}

interface DocumentMember {
  readonly pointer: string;
  readonly value: unknown;
}

/** Maximum total length of a document's pointers, in characters: beyond it the search would make the user wait. */
const maxPointerLength = 10_000_000;

const childMembers = ({ pointer, value }: DocumentMember): DocumentMember[] =>
  Array.isArray(value)
    ? value.map((item, index) => ({ pointer: `${pointer}/${index}`, value: item }))
    : isObject(value)
      ? Object.entries(value).map(([name, member]) => ({ pointer: `${pointer}/${escapePointerToken(name)}`, value: member }))
      : [];
const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;
const containsOffset = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end && start < end;

/** Searches level by level. In `nested` text a value is contiguous; tables of TOML are in pieces, and aliases refer elsewhere. */
function findInDocument(
  { value: root, locate }: SourceDocument,
  offset: number,
  nested: boolean,
): { readonly pointer: string; readonly span: Span } | undefined {
  let near: { readonly pointer: string; readonly span: Span; readonly value: unknown } | undefined;
  let length = 0;
  for (let level = childMembers({ pointer: '', value: root }); level.length > 0;) {
    length = level.reduce((sum, { pointer }) => sum + pointer.length, length);
    if (length > maxPointerLength) return undefined;
    const spots = locate(level.map(({ pointer }) => pointer));
    const next: DocumentMember[] = [];
    for (const member of level) {
      const spot = spots.get(member.pointer);
      if (!spot) continue;
      const { key, value: span, alias } = spot;
      const isKey = key.start !== span.start || key.end !== span.end;
      if (isKey && containsOffset(key, offset) && !alias) return { pointer: member.pointer, span: key };
      const isInside = containsOffset(span, offset);
      // With nested values the shortest one that contains the position is the property.
      if (isInside && (!near || span.end - span.start < near.span.end - near.span.start))
        near = { pointer: member.pointer, span, value: member.value };
      if (isInside || !nested) for (const one of childMembers(member)) next.push(one);
    }
    level = next;
  }
  return near && !isContainer(near.value) ? near : undefined;
}

/**
 * The property whose key, or whose plain value, is written at an offset: not the object around it. What aliases bring in again is
 * the first place that has it.
 */
export function findProperty(source: Source, offset: number): PropertyLocation | undefined {
  const nested = source.format.startsWith('json');
  for (const [document, one] of source.documents.entries()) {
    const found = findInDocument(one, offset, nested);
    if (found) return { document, ...found };
  }
  return undefined;
}
