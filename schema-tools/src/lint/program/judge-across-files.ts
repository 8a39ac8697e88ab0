import type { LintedFile } from './linted-file.ts';
import type { CrossFileAnalysis, CrossFileProblem, AnalyzedDocument } from '../cross-file/cross-file-analysis.ts';

/** Whether a file has anything to hear of what is found across files: a finding, or a comment that ignores one. */
const isAffected = ({ result: { crossFile: across } }: LintedFile, found: readonly CrossFileProblem[] | undefined): boolean =>
  across !== undefined && (found !== undefined || across.directives);

/** Asks about all files together; those in which something is found are linted again, with it. */
export async function judgeAcrossFiles(
  linted: readonly LintedFile[],
  across: CrossFileAnalysis,
  alone: boolean,
  again: (linted: LintedFile, found: readonly CrossFileProblem[]) => Promise<LintedFile>,
): Promise<readonly LintedFile[]> {
  const documents = linted.flatMap(({ name, result: done }): readonly AnalyzedDocument[] =>
    (done.crossFile?.documents ?? []).map((one) => ({ file: name, ...one })),
  );
  if (documents.length === 0) return linted;
  const byFile = new Map<string, CrossFileProblem[]>();
  for (const one of await across.analyze(documents, alone)) {
    const there = byFile.get(one.file);
    if (there) there.push(one);
    else byFile.set(one.file, [one]);
  }
  return Promise.all(linted.map((one) => (isAffected(one, byFile.get(one.name)) ? again(one, byFile.get(one.name) ?? []) : one)));
}
