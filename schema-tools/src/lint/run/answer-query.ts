import type { Format } from '../../documents/index.ts';
import type { Source } from '../../documents/source.ts';
import type { Association } from '../judge/association.ts';
import type { SchemaSearchResult } from '../find-schema/index.ts';
import type { LintJob, LintResult } from './lint-job.ts';

/** A result without findings. */
const withoutFindings = ({ choices, files, problems }: Pick<SchemaSearchResult, 'choices' | 'files' | 'problems'>): LintResult => ({
  findings: [],
  isIncomplete: problems.length > 0,
  hasSchema: true,
  choices,
  files,
});

/** The answer to a job that asks for the description of a property or for an outline; undefined for a job that asks for findings. */
export async function answerQuery(source: Source, job: LintJob, search: SchemaSearchResult): Promise<LintResult | undefined> {
  if (job.describe) {
    const { describeProperty } = await import('../describe/describe-property.ts');
    const description = describeProperty(source, search.associations, job.describe);
    return { ...withoutFindings(search), ...(description ? { description } : {}) };
  }
  if (!job.outline) return undefined;
  const [{ outline }, { fileLinks }] = await Promise.all([import('../describe/outline.ts'), import('../describe/file-links.ts')]);
  return { ...withoutFindings(search), outline: { symbols: outline(source), links: fileLinks(source, job.file, search.choices) } };
}

/** The answer to a job that asks for completions: of the text as it may be meant, since it is seldom valid while it is written. */
export async function answerCompletion(
  text: string,
  format: Format,
  job: LintJob,
  findAssociations: (source: Source) => Promise<readonly Association[]>,
): Promise<LintResult> {
  const { complete } = await import('../complete/complete.ts');
  const completions = await complete(text, job.complete!, format, findAssociations);
  return { ...withoutFindings({ choices: [], files: [], problems: [] }), completions };
}
