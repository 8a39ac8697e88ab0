import type { Compiled } from '../../index.ts';
import type { Severity } from '../finding.ts';
import type { CrossFileSettings } from '../cross-file/cross-file-analysis.ts';
import type { ConfiguredIgnore } from '../ignores/configured-ignore.ts';

/** A subtree of one of a source's documents, and the schema it has. */
export interface Association {
  /** Which of the source's documents, from 0. */
  readonly document: number;
  /** RFC 6901, in the document: '' is the whole of it. */
  readonly pointer: string;
  readonly compiled: Compiled;
  /** Strings with `${…}` or `%{…}` are unknown before Terraform evaluates them; findings that depend on them are not reported. */
  readonly expressions?: boolean;
  /** Set where only a catalog names the schema. */
  readonly guess?: CatalogGuess;
}

/** A schema that a catalog has for the name of a file. */
export interface CatalogGuess {
  readonly name: string;
  /** Whether files of many programs have that name. */
  readonly isBroad: boolean;
}

/** Plain data, so that it can be sent to a worker. */
export interface Settings {
  /** The file's name in findings. */
  readonly file: string;
  /** Severities by rule; other rules keep their own. */
  readonly severities?: { readonly [rule: string]: Severity | 'off' };
  /** The version of the linted product: changes the severity of findings with `since` and `removedIn`. */
  readonly atVersion?: string;
  /** The config file's list. */
  readonly ignore?: readonly ConfiguredIgnore[];
  /** Also returns ignored findings, with `suppressed` (SARIF requires them). Default false. */
  readonly keepSuppressed?: boolean;
  /** Rules that compare several files, and their findings in this one. */
  readonly crossFile?: CrossFileSettings;
}
