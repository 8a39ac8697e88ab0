import { type DecodedText, decode, formatOf, lineIndex, readSource } from '../../documents/index.ts';
import type { Source } from '../../documents/source.ts';
import { SchemaError } from '../../index.ts';
import { type Finders, findSchemas, providersOnce, SchemaProblem, schemaStore, type TerraformSchemas } from '../find-schema/index.ts';
import type { DocumentFilter } from '../cross-file/cross-file-analysis.ts';
import type { Finding } from '../finding.ts';
import { hasDirectives } from '../ignores/directive.ts';
import { judgeSource } from '../judge/index.ts';
import { fileFinding, type LintResult, type LintJob, failedResult } from './lint-job.ts';
import { type InlineLimits, InlineLimitError } from '../files/inline-limits.ts';
import { readStableFile, UnreadableFileError } from '../files/read-file.ts';
import { displayPath } from '../files/display-path.ts';
import { maskSecrets } from './mask-secrets.ts';

export interface Linter {
  lint(job: LintJob): Promise<LintResult>;
  /** Reads schemas anew from now on. */ reset(): void;
}

const schemaFinding = (problem: SchemaProblem, job: LintJob): Finding => ({
  file: problem.file === job.file ? job.judge.file : displayPath(process.cwd(), problem.file),
  ...problem.region,
  pointer: problem.pointer,
  rule: 'schema',
  severity: 'error',
  message: problem.message,
});

const collectDocuments = ({ documents, text }: Source, concerns: DocumentFilter): LintResult['crossFile'] => {
  const concerned = documents.flatMap(({ value }, document) => (concerns(value) ? [{ document, value }] : []));
  return concerned.length > 0 ? { documents: concerned, directives: hasDirectives(text) } : undefined;
};

/** Whether a text that was given, if one was, is what its file holds. */
async function isUnmodified({ file, text: typed, bytes }: LintJob, text: string): Promise<boolean> {
  if (typed === undefined && bytes === undefined) return true;
  try {
    return decode(await readStableFile(file)).text === text;
  } catch (error) {
    if (error instanceof UnreadableFileError) return false;
    throw error;
  }
}

/**
 * Lints files one after the other, keeping compiled schemas. `own`: the schemas of blocks that the program brings along. With `small`,
 * what is more than that throws TooMuch. `concerns`: which documents are judged with those of other files.
 */
export function createLinter(
  own?: () => Promise<TerraformSchemas>,
  small?: InlineLimits,
  concerns?: () => Promise<DocumentFilter>,
): Linter {
  const within: InlineLimits['runTimed'] = small ? small.runTimed : (work) => work();
  const fresh = (): Finders => ({ store: schemaStore(small?.bytes), providers: providersOnce(own, small?.bytes) });
  let finders = fresh();

  async function judged(source: Source, job: LintJob): Promise<LintResult> {
    const { associations, choices, problems, files } = await findSchemas(source, job.file, job.find, finders);
    if (job.describe) {
      const described = (await import('../describe/describe-property.ts')).describeProperty(source, associations, job.describe);
      return {
        findings: [],
        isIncomplete: problems.length > 0,
        hasSchema: true,
        choices,
        files,
        ...(described ? { description: described } : {}),
      };
    }
    const across = job.collectDocuments && concerns ? collectDocuments(source, await concerns()) : undefined;
    const said = within(() => judgeSource(source, associations, job.judge));
    const findings = [
      ...problems.map((problem) => schemaFinding(problem, job)),
      ...(job.includeEdits ? await (await import('../fix/index.ts')).withEdits(said, source, associations, job.judge) : said),
    ];
    // A document that says it is a schema may fulfil its meta-schema and yet refer to nowhere.
    const itself = choices.some(({ how }) => how === 'meta-schema') && !findings.some(({ severity }) => severity === 'error');
    if (itself && (await isUnmodified(job, source.text))) findings.push(...(await faultsAsSchema(job)));
    return {
      findings,
      isIncomplete: problems.length > 0,
      hasSchema: across !== undefined || choices.length === 0 || choices.some(({ how }) => how !== 'none'),
      choices,
      files,
      ...(job.includeText && findings.length > 0 ? { text: within(() => maskSecrets(source, associations)) } : {}),
      ...(across ? { crossFile: across } : {}),
    };
  }
  async function faultsAsSchema(job: LintJob): Promise<readonly Finding[]> {
    try {
      await finders.store.load(job.file, job.find);
      return [];
    } catch (error) {
      if (error instanceof SchemaProblem) return [schemaFinding(error, job)];
      throw error;
    }
  }

  async function lint(job: LintJob): Promise<LintResult> {
    const format = formatOf(job.file) ?? job.format;
    if (format === undefined)
      return failedResult(
        job.judge.file,
        'This file has none of the names by which JSON, YAML and TOML are known (.json, .jsonc, .yaml, .yml, .toml).',
      );
    let decoded: DecodedText;
    try {
      decoded = job.text === undefined ? decode(job.bytes ?? (await readStableFile(job.file))) : { text: job.text, encoding: 'utf-8' };
    } catch (error) {
      if (error instanceof UnreadableFileError) return failedResult(job.judge.file, error.message);
      throw error;
    }
    const { text, encoding, fault } = decoded;
    if (fault) {
      const finding: Finding = {
        file: job.judge.file,
        ...lineIndex(text).region(fault),
        pointer: '',
        rule: 'syntax',
        severity: 'error',
        message: fault.message,
      };
      return { ...failedResult(job.judge.file, ''), findings: [finding], isIncomplete: false, ...(job.includeText ? { text } : {}) };
    }
    try {
      if (small && !small.isShallow(text)) throw new InlineLimitError();
      const source = await within(() => readSource(text, format));
      const done = await judged(source, job);
      if (!job.fix) return done;
      const { fix } = await import('../fix/index.ts');
      const { associations } = await findSchemas(source, job.file, job.find, finders);
      const { text: mended, fixed } = await fix(source, associations, job.judge);
      if (fixed.length === 0 || mended === text) return done;
      const again = await judged(await readSource(mended, format), job);
      return { ...again, fixed: { text: mended, before: text, encoding, count: fixed.length } };
    } catch (error) {
      if (error instanceof SchemaError)
        return { ...failedResult(job.judge.file, ''), findings: [fileFinding(job.judge.file, error.message, 'schema')] };
      if (!small && error instanceof RangeError && /call stack|nested deeper/.test(error.message))
        return failedResult(
          job.judge.file,
          'This file, or its schema, is nested too deeply to be judged; more than 10,000 levels are not promised.',
        );
      throw error;
    }
  }
  return {
    lint,
    reset: () => {
      finders = fresh();
    },
  };
}
