import { applyEdits } from '../documents/edits.ts';
import { lineIndex } from '../documents/line-index.ts';
import type { Edit } from '../documents/source.ts';
import type { DocumentResult } from './document-linter.ts';

/** The single edit that changes one text to another, without their common prefix and suffix. */
function differenceEdit(before: string, after: string): Edit {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let [end, last] = [before.length, after.length];
  while (end > start && last > start && before[end - 1] === after[last - 1]) {
    end--;
    last--;
  }
  return { start, end, text: after.slice(start, last) };
}

/** The renames of a document that are safe together, each where it is. */
export function renameEdits({ text, findings }: Pick<DocumentResult, 'text' | 'findings'>): readonly Edit[] {
  const lines = lineIndex(text);
  return findings.flatMap(({ edit }) =>
    edit ? [{ start: lines.offset(edit), end: lines.offset({ line: edit.endLine, column: edit.endColumn }), text: edit.text }] : [],
  );
}

/** The edits after which a document is as `--fix` would leave it; one rename may make another possible, and then it is one edit of all. */
export async function renameAllEdits(verdict: DocumentResult, signal: AbortSignal): Promise<readonly Edit[]> {
  const edits = renameEdits(verdict);
  if (edits.length === 0) return [];
  const fixed = (await verdict.run({ ...verdict.job!, includeEdits: false, fix: true }, signal))?.fixed?.text;
  return fixed === undefined || fixed === applyEdits(verdict.text, edits) ? edits : [differenceEdit(verdict.text, fixed)];
}
