import type { Comment } from '../../documents/source.ts';

export type Reach = 'line' | 'next-line' | 'file' | 'disable' | 'enable';

/** What a comment says about ignoring. No rules: every rule. */
export interface Directive { readonly comment: Comment; readonly reach: Reach; readonly rules: readonly string[]; readonly reason?: string }

const reaches: { readonly [word: string]: Reach } = {
  'ignore-next-line': 'next-line', 'ignore-file': 'file', ignore: 'line', disable: 'disable', enable: 'enable',
};

/** Whether looking for comments is worth it. */
export const mentionsDirectives = (text: string): boolean => text.includes('slipway-lint-');

/** `slipway-lint-ignore rule, rule -- reason`, in the comment's first line. Undefined for any other comment. */
export const directiveOf = (comment: Comment): Directive | undefined => {
  const line = comment.text.split(/\r\n?|\n/).map((text) => text.replace(/^[\s*#/]+/, '').trim()).find((text) => text !== '') ?? '';
  const [, word, rest] = /^slipway-lint-(ignore-next-line|ignore-file|ignore|disable|enable)(?![\w-])\s*:?\s*(.*)$/.exec(line) ?? [];
  if (word === undefined || rest === undefined) return undefined;
  const [, names, reason] = /^(.*?)(?:(?:^|\s)--\s*(.*?)\s*)?$/.exec(rest) ?? [];
  const rules = (names ?? '').split(/[\s,]+/).filter((name) => name !== '');
  return { comment, reach: reaches[word]!, rules, ...(reason ? { reason } : {}) };
};
