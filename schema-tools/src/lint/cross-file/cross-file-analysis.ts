import type { Severity } from '../finding.ts';

/** A rule that is asked about many files together. */
export interface CrossFileRule {
  readonly id: string;
  /** One sentence for `--print-rules` and SARIF. */
  readonly doc: string;
  readonly severity: Severity;
  /** Address of a page that explains it. */
  readonly page?: string;
}

/** A document of a file that was linted, plain. */
export interface AnalyzedDocument {
  /** The name of the file in findings. */
  readonly file: string;
  /** Which of the file's documents, from 0. */
  readonly document: number;
  readonly value: unknown;
}
/** A finding about one of them. */
export interface CrossFileProblem {
  readonly file: string;
  readonly document: number;
  /** RFC 6901, in the document. */
  readonly pointer: string;
  /** The id of an AcrossRule. */
  readonly rule: string;
  readonly message: string;
}

/** An analysis that the program supplies, of documents that refer to each other. The linter itself has no knowledge of their kinds. */
export interface CrossFileAnalysis {
  readonly rules: readonly CrossFileRule[];
  /** `alone`: the documents are incomplete, so nothing can be reported as missing. */
  analyze(documents: readonly AnalyzedDocument[], alone: boolean): Promise<readonly CrossFileProblem[]>;
}

/** Which documents a worker hands over for that. */
export type DocumentFilter = (value: unknown) => boolean;

/** The contribution of a file's job and its findings to rules across files; plain data. */
export interface CrossFileSettings {
  readonly rules: readonly CrossFileRule[];
  /** The findings in this file; absent: the analysis has not run yet. */
  readonly problems?: readonly CrossFileProblem[];
}
