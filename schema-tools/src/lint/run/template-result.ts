import type { Format } from '../../documents/index.ts';
import { lineIndex } from '../../documents/line-index.ts';
import type { Source } from '../../documents/source.ts';
import type { Region } from '../finding.ts';
import { implicitRules } from '../rules/index.ts';
import { configuredSeverity } from '../severity/index.ts';
import type { TemplateMark } from '../template/find-template.ts';
import type { TemplateName } from '../template/template-name.ts';
import type { LintJob, LintResult } from './lint-job.ts';

const templateRule = implicitRules.find(({ id }) => id === 'template')!;
const formatNames: { readonly [format in Format]: string } = { json: 'JSON', jsonc: 'JSON', json5: 'JSON5', yaml: 'YAML', toml: 'TOML' };

const resultOf = (language: string, format: Format | undefined, place: Region, job: LintJob): LintResult => {
  const severity = configuredSeverity(templateRule, job.judge.severities);
  const kind = `a template (${language})${format === undefined ? '' : `, not ${formatNames[format]}`}`;
  const message = `this is ${kind}; it is linted only when it is rendered`;
  return {
    findings: severity === 'off' ? [] : [{ file: job.judge.file, ...place, pointer: '', rule: templateRule.id, severity, message }],
    isIncomplete: false,
    hasSchema: true,
    choices: [{ document: 0, pointer: '', how: 'none', because: `it is ${kind}` }],
    files: [],
  };
};

/** A template has one finding, however often a parser fails in it. */
export const templateResult = ({ text, format }: Source, template: TemplateMark, job: LintJob): LintResult => ({
  ...resultOf(template.language, format, lineIndex(text).region(template), job),
  ...(job.includeText ? { text, masked: [] } : {}),
});

/** The result of a file whose name is that of a template: it is not parsed. */
export const namedTemplateResult = ({ language, format }: TemplateName, job: LintJob): LintResult =>
  resultOf(language, format, { line: 1, column: 1, endLine: 1, endColumn: 1 }, job);
