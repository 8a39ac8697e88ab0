import type { Comment } from '../../documents/source.ts';

export type DirectiveScope = 'line' | 'next-line' | 'file' | 'disable' | 'enable';

/** A comment about ignoring. No rules: every rule. */
export interface Directive {
  readonly comment: Comment;
  readonly scope: DirectiveScope;
  readonly rules: readonly string[];
  readonly reason?: string;
}

const scopesByWord: { readonly [word: string]: DirectiveScope } = {
  'ignore-next-line': 'next-line',
  'ignore-file': 'file',
  ignore: 'line',
  disable: 'disable',
  enable: 'enable',
};

/** Whether looking for comments is worth it. */
export const hasDirectives = (text: string): boolean => text.includes('slipway-lint-');

/** `slipway-lint-ignore rule, rule -- reason`, in the comment's first line. Undefined for any other comment. */
export const parseDirective = (comment: Comment): Directive | undefined => {
  const line =
    comment.text
      .split(/\r\n?|\n/)
      .map((text) => text.replace(/^[\s*#/]+/, '').trim())
      .find((text) => text !== '') ?? '';
  const [, word, rest] = /^slipway-lint-(ignore-next-line|ignore-file|ignore|disable|enable)(?![\w-])\s*:?\s*(.*)$/.exec(line) ?? [];
  if (word === undefined || rest === undefined) return undefined;
  const [, names, reason] = /^(.*?)(?:(?:^|\s)--\s*(.*?)\s*)?$/.exec(rest) ?? [];
  const rules = (names ?? '').split(/[\s,]+/).filter((name) => name !== '');
  return { comment, scope: scopesByWord[word]!, rules, ...(reason ? { reason } : {}) };
};
