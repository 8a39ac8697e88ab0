import { applyEdits } from '../documents/edits.ts';
import { formatOf } from '../documents/format.ts';
import { lineIndex } from '../documents/line-index.ts';
import type { Edit } from '../documents/source.ts';
import type { Finding } from '../lint/finding.ts';
import { ruleIds } from '../lint/rules/index.ts';
import type { DocumentResult } from './document-linter.ts';

/** The comment mark of a format; JSON has none. */
const commentMarks = { json: undefined, jsonc: '//', json5: '//', yaml: '#', toml: '#' } as const;

/** What a comment can ignore: not what keeps a file from being read, nor another comment that ignores, nor what is wrong in a schema. */
export const isIgnorable = ({ rule }: Finding): boolean =>
  ruleIds.includes(rule) && !['unused-ignore', 'ignored-keyword', 'template'].includes(rule);

/** The places for a comment, best first: at the end of the line, on a separate line above. */
function commentEdits(text: string, mark: string, { line, rule }: Finding): readonly Edit[] {
  const { start, end } = lineIndex(text).line(line);
  const written = text.slice(start, end);
  const after = start + written.trimEnd().length;
  const [indent] = /^\s*/.exec(written)!;
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  return [
    { start: after, end: after, text: ` ${mark} slipway-lint-ignore ${rule}` },
    { start, end: start, text: `${indent}${mark} slipway-lint-ignore-next-line ${rule}${eol}` },
  ];
}

const findingKeys = (findings: readonly Finding[]): string =>
  JSON.stringify(findings.map(({ rule, pointer, message }) => JSON.stringify([rule, pointer, message])).sort());

/**
 * The edit that ignores a finding, and others of its rule on the same line. It is verified before it is offered, because a comment inside
 * of a multi-line text is not one. Undefined if there is no place for it.
 */
export async function ignoreEdit(
  { text, findings, job, run: ask }: DocumentResult,
  finding: Finding,
  signal: AbortSignal,
): Promise<Edit | undefined> {
  const mark = job && commentMarks[formatOf(job.file) ?? job.format ?? 'json'];
  if (mark === undefined || !isIgnorable(finding)) return undefined;
  const wanted = findingKeys(findings.filter(({ line, rule }) => line !== finding.line || rule !== finding.rule));
  for (const edit of commentEdits(text, mark, finding)) {
    const done = await ask({ ...job!, includeEdits: false, text: applyEdits(text, [edit]) }, signal);
    if (!done) return undefined;
    if (findingKeys(done.findings) === wanted) return edit;
  }
  return undefined;
}
