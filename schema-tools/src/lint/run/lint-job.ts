import type { Encoding, Format, Position } from '../../documents/index.ts';
import type { FileSettings } from '../config/file-settings.ts';
import type { Completions } from '../complete/complete.ts';
import type { PropertyDescription } from '../describe/describe-property.ts';
import type { FileLink } from '../describe/file-links.ts';
import type { OutlineSymbol } from '../describe/outline.ts';
import type { Finding } from '../finding.ts';
import type { Choice } from '../find-schema/schema-search-result.ts';

/** A file to be linted. */
export interface LintJob extends FileSettings {
  /** Absolute path. */
  readonly file: string;
  /** What it holds, where it is not to be read: an editor's buffer. */
  readonly text?: string;
  /** The content as bytes, in the encoding of the file: standard input. */
  readonly bytes?: Uint8Array;
  /** The format, if the name does not determine it. */
  readonly format?: Format;
  readonly fix?: boolean;
  /** Also returns the safe renames, with the findings. */
  readonly includeEdits?: boolean;
  /** Also returns the linted text, with secrets masked, if there are findings. */
  readonly includeText?: boolean;
  /** Also returns the digest of the content, for the cache. */
  readonly includeDigest?: boolean;
  /** Also returns the documents for the analysis across files. */
  readonly collectDocuments?: boolean;
  /** Returns the description of the property at this position instead of findings. */
  readonly describe?: Position;
  /** Returns the completions at this position instead of findings. */
  readonly complete?: Position;
  /** Returns symbols and links instead of findings. */
  readonly outline?: boolean;
}

/** A larger file is linted every time: reading it for its digest costs about as much. In bytes. */
export const maxDigestedSize = 4 * 1024 * 1024;

/** The start and end of a secret, as offsets in a text. */
export type MaskedSpan = readonly [start: number, end: number];

/** The result of a job. */
export interface LintResult {
  readonly findings: readonly Finding[];
  /** It could not be linted, or only in part, because the file or its schema is unusable. The findings contain the reason. */
  readonly isIncomplete: boolean;
  /** Whether any part of it has a schema. */
  readonly hasSchema: boolean;
  readonly choices: readonly Choice[];
  /** Absolute: what its schemas were made of. */
  readonly files: readonly string[];
  readonly text?: string;
  /** The spans of `text` that are masked. */
  readonly masked?: readonly MaskedSpan[];
  /** SHA-256 of the content (base64url); absent for a file of more than `maxDigestedSize`. */
  readonly digest?: string;
  /** The result of `gather`, if any; `directives`: a comment of the file ignores something. */
  readonly crossFile?: {
    readonly documents: readonly { readonly document: number; readonly value: unknown }[];
    readonly directives: boolean;
  };
  /** What `fix` made of it; `before` is what the file held when it was read. */
  readonly fixed?: { readonly text: string; readonly before: string; readonly encoding: Encoding; readonly count: number };
  /** The result of `describe`; absent if there is no description. */
  readonly description?: PropertyDescription;
  /** The result of `complete`. */
  readonly completions?: Completions;
  /** The result of `outline`. */
  readonly outline?: { readonly symbols: readonly OutlineSymbol[]; readonly links: readonly FileLink[] };
}

/** What a worker made of a job: its result, or the error of a bug. */
export type LintAnswer =
  | { readonly done: LintResult }
  | { readonly failed: { readonly name: string; readonly message: string; readonly stack: string } };

/**
 * The messages to and from a worker. It lints the jobs of a request one after the other, and answers them in their order, several in one
 * message if they are soon done. `current`, shared: the index of the job that it is linting, and the time at which it began (milliseconds).
 */
export type WorkerRequest = { readonly jobs: readonly LintJob[]; readonly current: BigInt64Array } | { readonly forget: true };
export type WorkerResponse = { readonly ready: true } | { readonly answers: readonly LintAnswer[] };

/** A finding that is about the file as a whole. */
export const fileFinding = (file: string, message: string, rule = 'file'): Finding => ({
  file,
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 1,
  pointer: '',
  rule,
  severity: 'error',
  message,
});

export const failedResult = (name: string, message: string): LintResult => ({
  findings: [fileFinding(name, message)],
  isIncomplete: true,
  hasSchema: false,
  choices: [],
  files: [],
});
