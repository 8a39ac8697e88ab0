/**
 * Colors of code blocks, written when the site is built. Terraform, half of all blocks, is in no library of a fitting size
 * (docs/decisions/0166), and five classes are all that the pages need: comment, string, number, keyword, name.
 */
import { escapeHtml } from './escape-html.ts';

const doubleQuoted = '"(?:[^"\\\\\\n]|\\\\.)*"';
const singleQuoted = "'(?:[^'\\\\\\n]|\\\\.)*'";
const hash = '(?<![^\\s])#[^\\n]*';
const slashes = '(?<![^\\s])//[^\\n]*|/\\*[^]*?\\*/';
const number = '\\b\\d[\\d_]*(?:\\.\\d+)?\\b';

interface Grammar {
  readonly comment?: string;
  readonly string: string;
  readonly keywords?: string;
  /** What is assigned: an attribute, a member, a key. */
  readonly name?: string;
}
const script: Grammar = {
  comment: slashes,
  string: `${doubleQuoted}|${singleQuoted}|\`(?:[^\`\\\\]|\\\\.)*\``,
  keywords:
    'as async await break case catch class const continue default delete else export extends false finally for from function if ' +
    'import in instanceof interface let new null of return switch this throw true try type typeof undefined while yield',
};
const terraform: Grammar = {
  comment: `${hash}|${slashes}`,
  string: doubleQuoted,
  keywords:
    'action check data dynamic ephemeral false for for_each if import in locals module moved null output provider removed resource ' +
    'terraform true variable',
  name: '^[ \\t]*[\\w-]+(?=[ \\t]*=)',
};
const json: Grammar = { comment: slashes, string: doubleQuoted, keywords: 'false null true', name: `${doubleQuoted}(?=\\s*:)` };
const yaml: Grammar = {
  comment: hash,
  string: `${doubleQuoted}|'(?:[^'\\n]|'')*'`,
  keywords: 'false null true',
  name: '^[ \\t]*(?:- )*[\\w./-]+(?=:(?:\\s|$))',
};
const shell: Grammar = { comment: hash, string: `${doubleQuoted}|'[^']*'`, keywords: 'cd do done else export fi for if in then while' };
const python: Grammar = {
  comment: hash,
  string: `"""[^]*?"""|${doubleQuoted}|${singleQuoted}`,
  keywords:
    'and as assert class def elif else except False finally for from if import in is None not or pass raise return True try with yield',
};
const rego: Grammar = {
  comment: hash,
  string: `${doubleQuoted}|\`[^\`]*\``,
  keywords: 'as contains default else every false if import in not null package some true with',
};
const settings: Grammar = { comment: hash, string: `${doubleQuoted}|${singleQuoted}`, name: '^[ \\t]*[\\w.-]+(?=[ \\t]*=)' };
const lua: Grammar = {
  comment: '--[^\\n]*',
  string: `${doubleQuoted}|${singleQuoted}`,
  keywords: 'and do else elseif end false for function if in local nil not or return then true while',
};

/** By the name after the fence. What is not here, such as `text` and `http`, has one color. */
const grammars: Readonly<Record<string, Grammar>> = {
  ts: script,
  typescript: script,
  js: script,
  javascript: script,
  terraform,
  hcl: terraform,
  json,
  jsonc: json,
  yaml,
  yml: yaml,
  sh: shell,
  bash: shell,
  python,
  rego,
  toml: settings,
  nginx: settings,
  caddy: settings,
  sql: {
    comment: lua.comment!,
    string: "'[^']*'",
    keywords:
      'ALTER AND AS BEGIN BY COMMIT CREATE DEFAULT EXISTS FOR FROM IF IN INDEX INTO KEY NOT NULL ON OR PARTITION PRIMARY SELECT ' +
      'TABLE WHERE',
  },
  lua,
};

const patternOf = ({ comment, string, keywords, name }: Grammar): RegExp =>
  new RegExp(
    [
      comment && `(?<comment>${comment})`,
      name && `(?<name>${name})`,
      `(?<string>${string})`,
      keywords && `(?<keyword>\\b(?:${keywords.replaceAll(' ', '|')})\\b)`,
      `(?<number>${number})`,
    ]
      .filter(Boolean)
      .join('|'),
    'gm',
  );

/** A block of code as HTML: escaped, with spans of the classes `comment`, `name`, `string`, `keyword` and `number`. */
export function highlightCode(code: string, language: string): string {
  const grammar = grammars[language];
  if (!grammar) return escapeHtml(code);
  let [html, end] = ['', 0];
  for (const match of code.matchAll(patternOf(grammar))) {
    const [kind] = Object.entries(match.groups!).find(([, text]) => text !== undefined)!;
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}
