import type { Edit } from '../../documents/source.ts';
import type { Finding } from '../finding.ts';

/** The result of `--fix` for a file: its new text, and the fixed findings, each at its place before the fix. */
export interface FixResult {
  readonly text: string;
  readonly fixed: readonly Finding[];
}

/** A rename that may turn out to be safe. */
export interface RenameCandidate {
  readonly finding: Finding;
  readonly document: number;
  /** The pointer of the key to rename, in the document as it is. */
  readonly pointer: string;
  readonly name: string;
  readonly edit: Edit;
  /** Names that were tried for it and are deprecated themselves. */
  readonly rejectedNames: readonly string[];
}
