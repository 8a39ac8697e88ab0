import { type Format, readSource, type Source } from '../../src/documents/index.ts';
import { compile, type Sources } from '../../src/index.ts';
import type { Finding } from '../../src/lint/finding.ts';
import { type Association, judgeSource, type Settings } from '../../src/lint/judge/index.ts';

export interface JudgeInput {
  readonly source: Source;
  readonly associations: readonly Association[];
  readonly settings: Settings;
}

/** A text read, with one schema for the whole of each of its documents. */
export async function judgeInput(
  schema: unknown,
  text: string,
  format: Format = 'json',
  settings: Partial<Settings> = {},
  sources?: Sources,
): Promise<JudgeInput> {
  const source = await readSource(text, format);
  const compiled = await compile(schema, sources);
  return {
    source,
    associations: source.documents.map((_, document) => ({ document, pointer: '', compiled })),
    settings: { file: `a.${format}`, ...settings },
  };
}

export async function judgeText(...given: Parameters<typeof judgeInput>): Promise<readonly Finding[]> {
  const { source, associations, settings } = await judgeInput(...given);
  return judgeSource(source, associations, settings);
}

/** `3:5 warning deprecated /city: Write place.` */
export const formatFindings = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ line, column, severity, rule, pointer, message }) => `${line}:${column} ${severity} ${rule} ${pointer}: ${message}`);
