import { typeMismatch } from '../builtin.ts';

/** A piece of a template: text, or the words between `{{` and `}}`. */
export type Piece = { readonly text: string } | { readonly words: readonly Word[] };
/** A word of an action. `isJoined`: there is no space before it. */
export interface Word {
  readonly kind: 'name' | 'field' | 'variable' | 'number' | 'string' | 'sign';
  readonly text: string;
  readonly isJoined: boolean;
}

/** Blanks, and one part for each kind of word. */
const wordPattern = new RegExp(
  [
    /(\s+)/,
    /(\$\w*)/,
    /(\.[A-Za-z_]\w*)/,
    /([A-Za-z_]\w*)/,
    /([+-]?\d[\w.]*(?:[eE][+-]\d+)?)/,
    /("(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)+')/,
    /(:=|[.()|,=])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);
const kinds = ['variable', 'field', 'name', 'number', 'string', 'sign'] as const;

const unquote = (text: string): string => {
  if (text.startsWith('`')) return text.slice(1, -1);
  try {
    return JSON.parse(text) as string;
  } catch {
    throw typeMismatch;
  }
};
/** The words of an action. @throws typeMismatch for a character that begins none. */
function readWords(action: string): readonly Word[] {
  const words: Word[] = [];
  let isJoined = false;
  for (let at = 0; at < action.length; at = wordPattern.lastIndex) {
    wordPattern.lastIndex = at;
    const [, blank, ...parts] = wordPattern.exec(action) ?? [];
    if (blank === undefined) {
      const index = parts.findIndex((part) => part !== undefined);
      if (index === -1) throw typeMismatch;
      const text = parts[index] as string;
      const kind = kinds[index] as Word['kind'];
      // A character is the number of its code point.
      const isCharacter = kind === 'string' && text.startsWith("'");
      const value = isCharacter ? String(text.slice(1, -1).codePointAt(0)) : kind === 'string' ? unquote(text) : text;
      words.push({ kind: isCharacter ? 'number' : kind, text: value, isJoined });
    }
    isJoined = blank === undefined;
  }
  return words;
}

/** Splits a template. `{{-` takes away the white space before it, `-}}` that after it. @throws typeMismatch for what is not closed. */
export function splitTemplate(template: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let [at, trimsStart] = [0, false];
  for (;;) {
    const open = template.indexOf('{{', at);
    const trimsEnd = open !== -1 && /^-\s/.test(template.slice(open + 2, open + 4));
    let text = template.slice(at, open === -1 ? undefined : open);
    if (trimsStart) text = text.replace(/^[ \t\r\n]+/, '');
    if (trimsEnd) text = text.replace(/[ \t\r\n]+$/, '');
    if (text !== '') pieces.push({ text });
    if (open === -1) return pieces;
    const start = open + (trimsEnd ? 3 : 2);
    const isComment = template.startsWith('/*', start + (trimsEnd ? 1 : 0));
    const body = isComment
      ? /^\s*\/\*[\s\S]*?\*\/\s*(?:-(?=\}\}))?/.exec(template.slice(start))?.[0]
      : /^(?:[^"`'}]|"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)+'|\}(?!\}))*/.exec(template.slice(start))?.[0];
    if (body === undefined || !template.startsWith('}}', start + body.length)) throw typeMismatch;
    trimsStart = /\s-$/.test(body) || (isComment && body.endsWith('-'));
    if (!isComment) pieces.push({ words: readWords(trimsStart ? body.slice(0, -1) : body) });
    at = start + body.length + 2;
  }
}
