import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { type DecodedText, decode, type Format, formatOf, lineIndex, readSource } from '../../documents/index.ts';
import type { Source } from '../../documents/source.ts';
import { SchemaError } from '../../index.ts';
import {
  type SchemaFinders,
  findSchemas,
  providerSchemaReader,
  SchemaProblem,
  schemaStore,
  type TerraformSchemas,
} from '../find-schema/index.ts';
import type { DocumentFilter } from '../cross-file/cross-file-analysis.ts';
import type { Association } from '../judge/association.ts';
import { implicitRules } from '../rules/index.ts';
import { configuredSeverity } from '../severity/index.ts';
import type { Finding } from '../finding.ts';
import { hasDirectives } from '../ignores/directive.ts';
import { withEmptyDocument } from '../judge/empty-document.ts';
import { judgeSource } from '../judge/index.ts';
import { findTemplate } from '../template/find-template.ts';
import { templateName } from '../template/template-name.ts';
import { answerCompletion, answerQuery } from './answer-query.ts';
import { namedTemplateResult, templateResult } from './template-result.ts';
import { fileFinding, type LintResult, type LintJob, failedResult, maxDigestedSize } from './lint-job.ts';
import { type InlineLimits, InlineLimitError } from '../files/inline-limits.ts';
import { describeUnreadable, readStableFile, UnreadableFileError } from '../files/read-file.ts';
import { displayPath } from '../files/display-path.ts';
import { secretSpans } from './mask-secrets.ts';
import { maskSpans } from './mask-spans.ts';

export interface Linter {
  lint(job: LintJob): Promise<LintResult>;
  /** Makes it read schemas again. */
  reset(): void;
}

const schemaFinding = (problem: SchemaProblem, job: LintJob): Finding => ({
  file: problem.file === job.file ? job.judge.file : displayPath(process.cwd(), problem.file),
  ...problem.region,
  pointer: problem.pointer,
  rule: 'schema',
  severity: 'error',
  message: problem.message,
});

const collectDocuments = ({ documents, text }: Source, isWanted: DocumentFilter): LintResult['crossFile'] => {
  const collected = documents.flatMap(({ value }, document) => (isWanted(value) ? [{ document, value }] : []));
  return collected.length > 0 ? { documents: collected, directives: hasDirectives(text) } : undefined;
};

/** Whether a text that came with the job is the content of its file. */
async function isUnmodified({ file, text: buffer, bytes }: LintJob, text: string): Promise<boolean> {
  if (buffer === undefined && bytes === undefined) return true;
  try {
    return decode(await readStableFile(file)).text === text;
  } catch (error) {
    if (error instanceof UnreadableFileError) return false;
    throw error;
  }
}

/** The state that a linter keeps between files. */
interface LinterState {
  finders: SchemaFinders;
  readonly limits: InlineLimits | undefined;
  readonly documentFilter: (() => Promise<DocumentFilter>) | undefined;
}

const runTimed = <T>({ limits }: LinterState, work: () => T): T => (limits ? limits.runTimed(work) : work());

const ignoredKeywordRule = implicitRules.find(({ id }) => id === 'ignored-keyword')!;

/** The findings about keywords that assert nothing. */
const hintFindings = (hints: readonly SchemaProblem[], job: LintJob): readonly Finding[] => {
  const severity = configuredSeverity(ignoredKeywordRule, job.judge.severities);
  return severity === 'off' ? [] : hints.map((hint) => ({ ...schemaFinding(hint, job), rule: ignoredKeywordRule.id, severity }));
};

/** The faults of a document as a schema, besides those that its meta-schema finds: its references, and keywords that assert nothing. */
async function schemaFindings({ finders }: LinterState, job: LintJob): Promise<Pick<LintResult, 'findings' | 'files'>> {
  try {
    const { hints, files } = await finders.store.load(job.file, job.find);
    const own = hints.filter(({ file }) => file === job.file);
    return { findings: hintFindings(own, job), files: files.filter((file) => file !== job.file) };
  } catch (error) {
    if (error instanceof SchemaProblem) return { findings: [schemaFinding(error, job)], files: [] };
    throw error;
  }
}

async function judge(state: LinterState, text: Source, job: LintJob): Promise<LintResult> {
  const source = withEmptyDocument(text);
  const search = await findSchemas(source, job.file, job.find, state.finders);
  const answer = await answerQuery(source, job, search);
  if (answer) return answer;
  const { associations, choices, problems, hints, remarks, files } = search;
  const crossFile = job.collectDocuments && state.documentFilter ? collectDocuments(source, await state.documentFilter()) : undefined;
  const judged = runTimed(state, () => judgeSource(source, associations, job.judge));
  const own = [
    ...problems.map((problem) => schemaFinding(problem, job)),
    ...remarks.map((remark): Finding => ({ ...schemaFinding(remark, job), severity: 'info' })),
    ...(job.includeEdits ? await (await import('../fix/index.ts')).addEdits(judged, source, associations, job.judge) : judged),
    ...hintFindings(hints, job),
  ];
  const isValidSchema = choices.some(({ how }) => how === 'meta-schema') && !own.some(({ severity }) => severity === 'error');
  const asSchema = isValidSchema && (await isUnmodified(job, source.text)) ? await schemaFindings(state, job) : undefined;
  const findings = asSchema ? [...own, ...asSchema.findings] : own;
  return {
    findings,
    isIncomplete: problems.length > 0,
    hasSchema: crossFile !== undefined || choices.length === 0 || choices.some(({ how }) => how !== 'none'),
    choices,
    files: asSchema ? [...files, ...asSchema.files] : files,
    ...(job.includeText && findings.length > 0 ? runTimed(state, () => maskedText(source, associations)) : {}),
    ...(crossFile ? { crossFile } : {}),
  };
}

/** The text for excerpts, with its secrets masked. */
function maskedText(source: Source, associations: readonly Association[]): Pick<LintResult, 'text' | 'masked'> {
  const masked = secretSpans(source, associations);
  return { text: maskSpans(source.text, masked), masked };
}

/** Judges a text, and with `fix` also its fixed form. */
async function lintText(state: LinterState, job: LintJob, { text, encoding }: DecodedText, format: Format): Promise<LintResult> {
  if (state.limits && !state.limits.isShallow(text)) throw new InlineLimitError();
  if (job.complete)
    return answerCompletion(text, format, job, async (one) => (await findSchemas(one, job.file, job.find, state.finders)).associations);
  const source = await runTimed(state, () => readSource(text, format));
  const template = findTemplate(source);
  if (template && basename(job.file) !== 'cookiecutter.json') return templateResult(source, template, job);
  const result = await judge(state, source, job);
  if (!job.fix) return result;
  const { fix } = await import('../fix/index.ts');
  const { associations } = await findSchemas(source, job.file, job.find, state.finders);
  const { text: fixedText, fixed } = await fix(source, associations, job.judge);
  if (fixed.length === 0 || fixedText === text) return result;
  const after = await judge(state, await readSource(fixedText, format), job);
  return { ...after, fixed: { text: fixedText, before: text, encoding, count: fixed.length } };
}

/** The result of an error that is about the file or its schema; throws every other error again. */
function resultOfError({ limits }: LinterState, { judge: { file } }: LintJob, error: unknown): LintResult {
  if (error instanceof SchemaError) return { ...failedResult(file, ''), findings: [fileFinding(file, error.message, 'schema')] };
  if (!limits && error instanceof RangeError && /call stack|nested deeper/.test(error.message))
    return failedResult(file, 'This file, or its schema, is nested too deeply; up to 10,000 levels are supported.');
  throw error;
}

/** The digest of what a file holds, if the cache asks for it. */
const digestOf = ({ includeDigest }: LintJob, bytes: Uint8Array): Pick<LintResult, 'digest'> =>
  includeDigest && bytes.length <= maxDigestedSize ? { digest: hash('sha256', bytes, 'base64url') } : {};

/** The text of a job; a result where the file cannot be read or decoded. */
async function readJob(job: LintJob): Promise<(DecodedText & Pick<LintResult, 'digest'>) | LintResult> {
  const { file } = job.judge;
  let decoded: DecodedText & Pick<LintResult, 'digest'>;
  try {
    if (job.text === undefined) {
      const bytes = job.bytes ?? (await readStableFile(job.file));
      decoded = { ...decode(bytes), ...digestOf(job, bytes) };
    } else decoded = { text: job.text, encoding: 'utf-8' };
  } catch (error) {
    if (error instanceof UnreadableFileError) return failedResult(file, error.message);
    throw error;
  }
  const { text, fault } = decoded;
  if (!fault) return decoded;
  const place = { file, ...lineIndex(text).region(fault), pointer: '' };
  const finding: Finding = { ...place, rule: 'syntax', severity: 'error', message: fault.message };
  return { ...failedResult(file, ''), findings: [finding], isIncomplete: false, ...(job.includeText ? { text } : {}) };
}

const unknownFormat =
  'The name of this file does not give its format: expected an extension of JSON, YAML or TOML (.json, .jsonc, .yaml, .yml, .toml).';

async function lintJob(state: LinterState, job: LintJob): Promise<LintResult> {
  const format = formatOf(job.file) ?? job.format;
  if (format === undefined) {
    const named = templateName(job.file);
    if (named) {
      const read = await readJob({ ...job, includeText: false });
      return 'findings' in read && read.isIncomplete ? read : namedTemplateResult(named, job);
    }
    const unreadable = job.text === undefined && job.bytes === undefined ? await describeUnreadable(job.file) : undefined;
    return failedResult(job.judge.file, unreadable ?? unknownFormat);
  }
  const decoded = await readJob(job);
  if ('findings' in decoded) return decoded;
  try {
    const result = await lintText(state, job, decoded, format);
    return decoded.digest === undefined ? result : { ...result, digest: decoded.digest };
  } catch (error) {
    return resultOfError(state, job, error);
  }
}

/**
 * Lints files one after the other, keeping compiled schemas. `terraformSchemas`: the schemas of blocks that the program supplies. With
 * `limits`, a file or schema that exceeds them throws InlineLimitError. `documentFilter`: which documents are judged together with those of
 * other files.
 */
export function createLinter(
  terraformSchemas?: () => Promise<TerraformSchemas>,
  limits?: InlineLimits,
  documentFilter?: () => Promise<DocumentFilter>,
): Linter {
  const createFinders = (): SchemaFinders => ({
    store: schemaStore(limits?.bytes),
    providers: providerSchemaReader(terraformSchemas, limits?.bytes),
  });
  const state: LinterState = { finders: createFinders(), limits, documentFilter };
  return {
    lint: (job) => lintJob(state, job),
    reset: () => {
      state.finders = createFinders();
    },
  };
}
