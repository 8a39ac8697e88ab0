import { parseDocument } from '../resources/documents/parse-document.ts';
import { readRegularFile } from '../files/read-regular-file.ts';
import { normalizeIdentity } from './identities.ts';

/** Who may open a stream, by the identities in a peer's certificates. */
export interface AccessList {
  readonly ids: ReadonlySet<string>;
  /** Who is named may not; everybody else may. */
  readonly isDenyList: boolean;
}
/** Everybody with a certificate that our authority signed. */
export const allowAllList: AccessList = { ids: new Set(), isDenyList: true };

/** Bytes. */
const maxFileBytes = 1024 * 1024;

/**
 * `allowed: [id, …]`, and `isblacklist: true` to turn it round. A text that says nothing allows nobody: a file that is just
 * being written opens no door. Throws what is wrong with a text, in one sentence.
 */
export const parseAccessList = (text: string): AccessList => {
  const read = parseDocument(text);
  if ('fault' in read) throw new Error(`line ${read.line}: ${read.fault}`);
  const value = read.value ?? {};
  if (typeof value !== 'object' || Array.isArray(value) || value === null) throw new Error('expected the keys "allowed" and "isblacklist"');
  // A key that is misspelt could turn the list round.
  const other = Object.keys(value).find((key) => key !== 'allowed' && key !== 'isblacklist');
  if (other !== undefined) throw new Error(`${JSON.stringify(other)}: expected the keys "allowed" and "isblacklist"`);
  const { allowed: named, isblacklist: denies } = value as { readonly allowed?: unknown; readonly isblacklist?: unknown };
  const [allowed, isblacklist] = [named ?? [], denies ?? false];
  if (!Array.isArray(allowed) || !allowed.every((id) => typeof id === 'string')) throw new Error('"allowed": expected a list of texts');
  if (typeof isblacklist !== 'boolean') throw new Error('"isblacklist": expected true or false');
  return { ids: new Set((allowed as readonly string[]).map(normalizeIdentity)), isDenyList: isblacklist };
};

/** The list in a file; one that is not there lets everybody in who has a certificate. */
export const readAccessList = async (path: string): Promise<AccessList> => {
  try {
    return parseAccessList((await readRegularFile(path, maxFileBytes)).toString('utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return allowAllList;
    throw error;
  }
};

/** Why a peer with these identities may not open a stream; undefined: it may. */
export const findDenialReason = ({ ids, isDenyList: denies }: AccessList, peer: readonly string[]): string | undefined => {
  const named = peer.find((id) => ids.has(id));
  if (denies) return named === undefined ? undefined : `id is blacklisted: ${named}`;
  return named === undefined ? "no allowed identity found in peer's authentication info" : undefined;
};
