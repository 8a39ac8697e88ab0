import { parseDocument } from '../resources/documents/parse-document.ts';
import { readRegularFile } from '../files/read-regular-file.ts';
import { normalizeIdentity } from './identities.ts';

/** Which peers may open a stream, by the identities in their certificates. */
export interface AccessList {
  readonly ids: ReadonlySet<string>;
  /** The listed identities are denied, and all others allowed. */
  readonly isDenyList: boolean;
}
/** Every peer with a certificate of a trusted authority. */
export const allowAllList: AccessList = { ids: new Set(), isDenyList: true };

/** Bytes. */
const maxFileBytes = 1024 * 1024;

/**
 * Parses `allowed: [id, …]`; with `isblacklist: true` the others are allowed. An empty text allows nobody, so that a half-written file
 * grants nothing. Throws one sentence for an invalid text.
 */
export const parseAccessList = (text: string): AccessList => {
  const read = parseDocument(text);
  if ('fault' in read) throw new Error(`line ${read.line}: ${read.fault}`);
  const value = read.value ?? {};
  if (typeof value !== 'object' || Array.isArray(value) || value === null) throw new Error('expected the keys "allowed" and "isblacklist"');
  // A misspelled `isblacklist` would invert the list.
  const other = Object.keys(value).find((key) => key !== 'allowed' && key !== 'isblacklist');
  if (other !== undefined) throw new Error(`${JSON.stringify(other)}: expected the keys "allowed" and "isblacklist"`);
  const { allowed: named, isblacklist: denies } = value as { readonly allowed?: unknown; readonly isblacklist?: unknown };
  const [allowed, isblacklist] = [named ?? [], denies ?? false];
  if (!Array.isArray(allowed) || !allowed.every((id) => typeof id === 'string')) throw new Error('"allowed": expected a list of texts');
  if (typeof isblacklist !== 'boolean') throw new Error('"isblacklist": expected true or false');
  return { ids: new Set((allowed as readonly string[]).map(normalizeIdentity)), isDenyList: isblacklist };
};

/** The list in a file. Without the file, every peer with a certificate is allowed. */
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
