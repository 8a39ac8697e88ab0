import type { CrossFileAnalysis, CrossFileProblem, AnalyzedDocument } from '../cross-file/cross-file-analysis.ts';
import type { LintedFile } from './linted-file.ts';

/** Whether problems across files change the findings of a file: it has one, or a comment that may ignore one. */
const isAffected = ({ result: { crossFile } }: LintedFile, problems: readonly CrossFileProblem[] | undefined): boolean =>
  crossFile !== undefined && (problems !== undefined || crossFile.directives);

/** Analyzes the documents of all files together, and lints those files again that are affected. */
export async function judgeAcrossFiles(
  linted: readonly LintedFile[],
  analysis: CrossFileAnalysis,
  isPartial: boolean,
  lintAgain: (file: LintedFile, problems: readonly CrossFileProblem[]) => Promise<LintedFile>,
): Promise<readonly LintedFile[]> {
  const documents = linted.flatMap(({ name, result }): readonly AnalyzedDocument[] =>
    (result.crossFile?.documents ?? []).map((document) => ({ file: name, ...document })),
  );
  if (documents.length === 0) return linted;
  const byFile = new Map<string, CrossFileProblem[]>();
  for (const problem of await analysis.analyze(documents, isPartial)) {
    const known = byFile.get(problem.file);
    if (known) known.push(problem);
    else byFile.set(problem.file, [problem]);
  }
  return Promise.all(linted.map((file) => (isAffected(file, byFile.get(file.name)) ? lintAgain(file, byFile.get(file.name) ?? []) : file)));
}
