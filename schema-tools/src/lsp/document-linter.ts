import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../lint/finding.ts';
import { fileFinding, type LintResult, type LintJob } from '../lint/run/lint-job.ts';
import { configFindings } from './config-findings.ts';
import type { DocumentJobs } from './document-jobs.ts';
import type { JobQueue } from './job-queue.ts';
import { type DocumentLocation, locateDocument } from './locate-document.ts';

/** What is to be said of one version of a document. */
export interface DocumentResult {
  readonly version: number;
  /** What was judged; `name` is what the findings call it. */
  readonly text: string;
  readonly name: string;
  readonly file: string;
  readonly findings: readonly Finding[];
  /** Absolute: what it depends on. */
  readonly files: readonly string[];
  /** How it was judged; absent where it was left alone, or its config is wrong. */
  readonly job?: LintJob;
  /** More about this version; undefined once it is no longer the last one, or nobody waits for the answer. */
  run(job: LintJob, signal: AbortSignal): Promise<LintResult | undefined>;
}

export interface DocumentLinter {
  /** Of a document as it is now, judged once. Undefined: it is not for this linter, or there is a newer version by now. */
  lint(document: TextDocument): Promise<DocumentResult | undefined>;
  /** Whether a document is for this linter. */
  isSupported(document: TextDocument): boolean;
  /** What was said of a document is out of date. */
  invalidate(uri: string): void;
  /** A document is no longer open. */
  close(uri: string): void;
  /** What was last said of each document, out of date or not. */
  latest(): readonly DocumentResult[];
  /** So is everything that was said: a config or a schema changed. */
  reset(): void;
}

/** A document that is itself a schema is read anew as one when it is saved. */
const dependencies = ({ file, find: { tableFile } }: LintJob, { files, choices }: LintResult): readonly string[] => [
  ...files,
  ...(tableFile === undefined ? [] : [tableFile]),
  ...(choices.some(({ how }) => how === 'meta-schema') ? [file] : []),
];

interface CachedResult {
  readonly version: number;
  readonly controller: AbortController;
  readonly verdict: Promise<DocumentResult | undefined>;
}

/** `folder`: where documents without a file are taken to be. `trouble` hears of what should not have happened. */
export function documentLinter(work: {
  readonly lane: JobQueue;
  readonly jobs: DocumentJobs;
  readonly folder: () => string;
  readonly trouble: (error: unknown) => void;
}): DocumentLinter {
  const { lane, jobs, folder, trouble } = work;
  const entries = new Map<string, CachedResult>();
  const last = new Map<string, DocumentResult>();
  const drop = (uri: string): void => {
    entries.get(uri)?.controller.abort();
    entries.delete(uri);
  };

  async function judge(
    { file, format }: DocumentLocation,
    version: number,
    text: string,
    signal: AbortSignal,
  ): Promise<DocumentResult | undefined> {
    const verdict = (name: string, findings: readonly Finding[], files: readonly string[] = [], job?: LintJob): DocumentResult => ({
      version,
      text,
      name,
      file,
      findings,
      files,
      ...(job ? { job } : {}),
      run: (other, asker) => lane.run(other, AbortSignal.any([signal, asker])),
    });
    try {
      const job = await jobs.create({ file, ...(format === undefined ? {} : { format }) }, text);
      if (!job) return verdict(file, []);
      const done = await lane.run(job, signal);
      return done && verdict(job.judge.file, done.findings, dependencies(job, done), job);
    } catch (error) {
      const found = configFindings(error, file);
      if (found) return verdict(file, found.findings, found.files);
      trouble(error);
      return verdict(file, [
        fileFinding(
          file,
          `${error instanceof Error ? error.message : String(error)} This was not expected and is our fault; please report it.`,
        ),
      ]);
    }
  }
  return {
    invalidate: drop,
    close(uri) {
      drop(uri);
      last.delete(uri);
    },
    latest: () => [...last.values()],
    isSupported: (document) => locateDocument(document, folder()) !== undefined,
    lint(document) {
      const { uri, version } = document;
      const known = entries.get(uri);
      if (known?.version === version) return known.verdict;
      drop(uri);
      const place = locateDocument(document, folder());
      if (!place) return Promise.resolve(undefined);
      const controller = new AbortController();
      const verdict = judge(place, version, document.getText(), controller.signal).then((made) => {
        if (controller.signal.aborted || !made) return undefined;
        last.set(uri, made);
        return made;
      });
      entries.set(uri, { version, controller, verdict });
      return verdict;
    },
    reset() {
      for (const uri of [...entries.keys()]) drop(uri);
      jobs.reset();
      lane.reset();
    },
  };
}
