import { lineIndex, type LineIndex } from '../../documents/line-index.ts';
import type { Source, SourceDocument, Span } from '../../documents/source.ts';
import { escapePointerToken, isObject } from '../../json.ts';
import type { Region } from '../finding.ts';

/** A member of a document, with its members. Plain data, which workers can send. */
export interface OutlineSymbol {
  readonly name: string;
  readonly kind: 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null';
  /** The key with its value, and the key alone. */
  readonly whole: Region;
  readonly key: Region;
  readonly children: readonly OutlineSymbol[];
}

/** Members of one file that an outline shows; the rest of a larger file is left out. */
const maxSymbols = 5000;

const kindOf = (value: unknown): OutlineSymbol['kind'] => {
  if (Array.isArray(value)) return 'list';
  if (isObject(value)) return 'object';
  if (value === null) return 'null';
  return typeof value === 'string' ? 'text' : typeof value === 'boolean' ? 'boolean' : 'number';
};

interface Member {
  readonly name: string;
  readonly pointer: string;
  readonly value: unknown;
  readonly children: Member[];
}

const membersOf = (value: unknown, pointer: string): Member[] => {
  const member = (name: string, inner: unknown): Member => ({
    name,
    pointer: `${pointer}/${escapePointerToken(name)}`,
    value: inner,
    children: [],
  });
  if (Array.isArray(value)) return value.map((item, index) => member(`${index}`, item));
  return isObject(value) ? Object.entries(value).map(([name, inner]) => member(name, inner)) : [];
};

/** The members of a document level by level, so that what is left out of a large one is what lies deepest. */
function collectMembers(root: unknown, most: number): { readonly top: readonly Member[]; readonly pointers: readonly string[] } {
  const top = membersOf(root, '').slice(0, most);
  const pointers = top.map(({ pointer }) => pointer);
  for (let level = top; level.length > 0 && pointers.length < most;) {
    const next: Member[] = [];
    for (const one of level) {
      one.children.push(...membersOf(one.value, one.pointer).slice(0, Math.max(0, most - pointers.length)));
      for (const child of one.children) pointers.push(child.pointer);
      next.push(...one.children);
    }
    level = next;
  }
  return { top, pointers };
}

function symbolsOf(document: SourceDocument, most: number, lines: LineIndex): readonly OutlineSymbol[] {
  const { top, pointers } = collectMembers(document.value, most);
  const spots = document.locate(pointers);
  /** An editor wants members within the object around them; what an alias brings in is shown where it is written. */
  const toSymbols = (members: readonly Member[], around: Span): readonly OutlineSymbol[] =>
    members.flatMap(({ name, value, pointer, children }) => {
      const spot = spots.get(pointer);
      if (!spot || spot.alias) return [];
      const whole = { start: Math.min(spot.key.start, spot.value.start), end: Math.max(spot.key.end, spot.value.end) };
      const isInside = around.start <= whole.start && whole.end <= around.end;
      if (!isInside) return [];
      return [{ name, kind: kindOf(value), whole: lines.region(whole), key: lines.region(spot.key), children: toSymbols(children, whole) }];
    });
  return toSymbols(top, { start: 0, end: Infinity });
}

/** The members of a file's documents; of several documents, each is one symbol. */
export function outline(source: Source): readonly OutlineSymbol[] {
  const lines = lineIndex(source.text);
  const { documents } = source;
  if (documents.length === 1) return symbolsOf(documents[0]!, maxSymbols, lines);
  return documents.flatMap((document, index) => {
    const spot = document.locate(['']).get('');
    const children = symbolsOf(document, Math.floor(maxSymbols / documents.length), lines);
    if (!spot || spot.value.end <= spot.value.start) return [];
    const whole = lines.region(spot.value);
    return [{ name: `document ${index + 1}`, kind: kindOf(document.value), whole, key: whole, children }];
  });
}
