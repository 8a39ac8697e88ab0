import type { Comment, Source } from '../../documents/source.ts';

/** A comment that names the schema. */
export interface Modeline {
  readonly schema: string;
  readonly comment: Comment;
  /** As it was spelled, for an explanation. */ readonly spelling: string;
}

const spellings: readonly (readonly [pattern: RegExp, spelling: string])[] = [
  [/^\s*yaml-language-server\s*:\s*\$schema\s*=\s*("[^"]+"|'[^']+'|\S+)/, 'yaml-language-server: $schema='],
  [/^\s*slipway-lint\s*:?\s+schema\s*=\s*("[^"]+"|'[^']+'|\S+)/, 'slipway-lint: schema='],
  [/^\s*:schema\s+("[^"]+"|'[^']+'|\S+)/, ':schema'],
  [/^\s*\$schema\s*[:=]\s*("[^"]+"|'[^']+'|\S+)/, '$schema:'],
];

export function parseModeline(comment: Comment): Modeline | undefined {
  for (const [pattern, spelling] of spellings) {
    const [, said] = pattern.exec(comment.text) ?? [];
    const schema = said?.replace(/^(["'])(.*)\1$/, '$2');
    if (schema) return { schema, comment, spelling };
  }
  return undefined;
}

/** The modeline of each document: the last one before its end and after the document before it, else the one above all of them. */
export function modelines(source: Source): readonly (Modeline | undefined)[] {
  if (!/schema/.test(source.text)) return source.documents.map(() => undefined);
  const found = source.comments().flatMap((comment) => parseModeline(comment) ?? []);
  if (found.length === 0) return source.documents.map(() => undefined);
  let from = -1;
  let above: Modeline | undefined;
  return source.documents.map((document, index) => {
    const end = index === source.documents.length - 1 ? Infinity : (document.locate(['']).get('')?.value.end ?? Infinity);
    const own = found.filter(({ comment }) => comment.start > from && comment.start < end).at(-1);
    from = end;
    if (index === 0) above = own;
    return own ?? above;
  });
}
