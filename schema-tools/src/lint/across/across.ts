import type { Severity } from '../finding.ts';

/** A rule that is asked about many files together. */
export interface AcrossRule {
  readonly id: string;
  /** One sentence for `--print-rules` and SARIF. */
  readonly doc: string;
  readonly severity: Severity;
  /** Address of a page that explains it. */
  readonly page?: string;
}

/** A document of a file that was linted, plain. */
export interface GivenDocument {
  /** As its findings call it. */
  readonly file: string;
  /** Which of the file's documents, from 0. */
  readonly document: number;
  readonly value: unknown;
}
/** What was found of one of them. */
export interface FoundAcross {
  readonly file: string;
  readonly document: number;
  /** RFC 6901, in the document. */
  readonly pointer: string;
  /** The id of an AcrossRule. */
  readonly rule: string;
  readonly message: string;
}

/** What a program around the linter knows of documents that name each other. The linter itself knows none of their kinds. */
export interface Across {
  readonly rules: readonly AcrossRule[];
  /** `alone`: these are not all there are, so that nothing can be said to be missing. */
  find(documents: readonly GivenDocument[], alone: boolean): Promise<readonly FoundAcross[]>;
}

/** Which documents a worker hands over for that. */
export type Concerns = (value: unknown) => boolean;

/** What a file's job and its findings say of rules across files; plain data. */
export interface AcrossSettings {
  readonly rules: readonly AcrossRule[];
  /** What they found in this file; absent: they were not asked yet. */
  readonly found?: readonly FoundAcross[];
}
