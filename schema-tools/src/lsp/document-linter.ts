import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../lint/finding.ts';
import { fileFinding, type LintResult, type LintJob } from '../lint/run/lint-job.ts';
import type { DocumentJobs } from './document-jobs.ts';
import type { JobQueue } from './job-queue.ts';
import { type DocumentLocation, locateDocument } from './locate-document.ts';
import { ConfigError } from '../lint/config/lint-config.ts';

/**
 * What is wrong with the config file of a document, whose findings are `name`'s: in the config file itself at its places, in
 * every other document at its head. Undefined for another error.
 */
function configFindings(
  error: unknown,
  name: string,
): { readonly findings: readonly Finding[]; readonly files: readonly string[] } | undefined {
  if (!(error instanceof ConfigError)) return undefined;
  const found = error.message.split('\n').map((line): Finding => {
    const [, file, row, column, message] = /^(.*?):(\d+):(\d+): (.*)$/s.exec(line) ?? [];
    const place = row === undefined ? { line: 1, column: 1 } : { line: Number(row), column: Number(column) };
    return {
      file: file ?? name,
      ...place,
      endLine: place.line,
      endColumn: place.column,
      pointer: '',
      rule: 'config',
      severity: 'error',
      message: message ?? line,
    };
  });
  return { findings: found, files: [...new Set(found.map(({ file }) => file))] };
}

/** The result for one version of a document. */
export interface DocumentResult {
  readonly version: number;
  /** What was judged; `name` is what the findings call it. */
  readonly text: string;
  readonly name: string;
  readonly file: string;
  readonly findings: readonly Finding[];
  /** Absolute: what it depends on. */
  readonly files: readonly string[];
  /** How it was linted; absent if it was skipped, or its config is invalid. */
  readonly job?: LintJob;
  /** Further results for this version; undefined if there is a newer one, or the request was cancelled. */
  run(job: LintJob, signal: AbortSignal): Promise<LintResult | undefined>;
}

export interface DocumentLinter {
  /** The result for the current version of a document, computed once. Undefined: it is not to be linted, or there is a newer version. */
  lint(document: TextDocument): Promise<DocumentResult | undefined>;
  /** Whether a document is for this linter. */
  isSupported(document: TextDocument): boolean;
  /** The result of a document is out of date. */
  invalidate(uri: string): void;
  /** A document is no longer open. */
  close(uri: string): void;
  /** The last result of each document, out of date or not. */
  latest(): readonly DocumentResult[];
  /** Every result is out of date: a config or a schema has changed. */
  reset(): void;
}

/** A document that is itself a schema is read again as a schema when it is saved. */
const dependencies = ({ file, find: { tableFile } }: LintJob, { files, choices }: LintResult): readonly string[] => [
  ...files,
  ...(tableFile === undefined ? [] : [tableFile]),
  ...(choices.some(({ how }) => how === 'meta-schema') ? [file] : []),
];

interface CachedResult {
  readonly version: number;
  readonly controller: AbortController;
  readonly result: Promise<DocumentResult | undefined>;
}

interface LinterContext {
  readonly queue: JobQueue;
  readonly jobs: DocumentJobs;
  /** The folder of documents that are in no file. */
  readonly folder: () => string;
  /** Receives errors that are bugs. */
  readonly reportError: (error: unknown) => void;
}

/** One version of a document. */
interface DocumentVersion {
  readonly location: DocumentLocation;
  readonly version: number;
  readonly text: string;
  /** Aborted when there is a newer version, or the document is closed. */
  readonly signal: AbortSignal;
}

const createResult = (
  { queue }: LinterContext,
  { version, text, location: { file }, signal }: DocumentVersion,
  name: string,
  findings: readonly Finding[],
  files: readonly string[] = [],
  job?: LintJob,
): DocumentResult => ({
  version,
  text,
  name,
  file,
  findings,
  files,
  ...(job ? { job } : {}),
  run: (other, requestSignal) => queue.run(other, AbortSignal.any([signal, requestSignal])),
});

async function lintVersion(context: LinterContext, document: DocumentVersion): Promise<DocumentResult | undefined> {
  const { queue, jobs, reportError } = context;
  const { file, format } = document.location;
  try {
    const job = await jobs.create({ file, ...(format === undefined ? {} : { format }) }, document.text);
    if (!job) return createResult(context, document, file, []);
    const result = await queue.run(job, document.signal);
    return result && createResult(context, document, job.judge.file, result.findings, dependencies(job, result), job);
  } catch (error) {
    const config = configFindings(error, file);
    if (config) return createResult(context, document, file, config.findings, config.files);
    reportError(error);
    const message = `${error instanceof Error ? error.message : String(error)} This is a bug; please report it.`;
    return createResult(context, document, file, [fileFinding(file, message)]);
  }
}

export function documentLinter(context: LinterContext): DocumentLinter {
  const { queue, jobs, folder } = context;
  const cache = new Map<string, CachedResult>();
  const latest = new Map<string, DocumentResult>();
  const invalidate = (uri: string): void => {
    cache.get(uri)?.controller.abort();
    cache.delete(uri);
  };
  return {
    invalidate,
    close(uri) {
      invalidate(uri);
      latest.delete(uri);
    },
    latest: () => [...latest.values()],
    isSupported: (document) => locateDocument(document, folder()) !== undefined,
    lint(document) {
      const { uri, version } = document;
      const cached = cache.get(uri);
      if (cached?.version === version) return cached.result;
      invalidate(uri);
      const location = locateDocument(document, folder());
      if (!location) return Promise.resolve(undefined);
      const controller = new AbortController();
      const { signal } = controller;
      const result = lintVersion(context, { location, version, text: document.getText(), signal }).then((linted) => {
        if (signal.aborted || !linted) return undefined;
        latest.set(uri, linted);
        return linted;
      });
      cache.set(uri, { version, controller, result });
      return result;
    },
    reset() {
      for (const uri of Array.from(cache.keys())) invalidate(uri);
      jobs.reset();
      queue.reset();
    },
  };
}
