import { posix } from 'node:path';
import { validateArchive } from '../../configuration-versions/validate-archive.ts';
import { unprocessable } from '../../../http/problem.ts';
import { parsePoliciesFile, PoliciesFileError } from './parse-policies-file.ts';
import type { PolicySetContent } from './version-content.ts';

/** Limits of the unpacked archive. */
const maxBytes = 4 * 1024 * 1024;
const maxFiles = 2000;
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** What policies are made of; other files of a repository are not kept. */
const policyFiles = /\.(rego|hcl|sentinel|json|ya?ml)$/;

const decodeFile = (path: string, content: Buffer): string => {
  try {
    return utf8.decode(content);
  } catch {
    throw unprocessable(`the file ${JSON.stringify(path.slice(0, 200))} is not valid UTF-8`);
  }
};

/**
 * The policies of an uploaded archive. `policiesPath`: the folder that holds them. Throws 422 for a malformed archive, a path outside of
 * it, and beyond the limits; `error`: why a set in Rego cannot be evaluated.
 */
export const readVersionArchive = async (
  bytes: Uint8Array,
  kind: string,
  policiesPath: string,
): Promise<PolicySetContent & { readonly error?: string }> => {
  const folder = posix.join('.', policiesPath);
  const files: Record<string, string> = Object.create(null) as Record<string, string>;
  const takeFile = (path: string, content: Buffer): void => {
    if (!policyFiles.test(path)) return;
    files[path] = decodeFile(path, content);
    if (Object.keys(files).length > maxFiles) throw unprocessable(`the archive has more than ${maxFiles} files of policies`);
  };
  await validateArchive(bytes, { maxBytes, takeFile });
  const kept = { ...files };
  if (kind !== 'opa') return { files: kept, policies: [] };
  const declaration = posix.join(folder, 'policies.hcl');
  const text = kept[declaration];
  if (text === undefined) return { files: kept, policies: [], error: `the archive has no file ${declaration}` };
  try {
    return { files: kept, policies: parsePoliciesFile(text) };
  } catch (error) {
    if (!(error instanceof PoliciesFileError)) throw error;
    return { files: kept, policies: [], error: `${declaration}: ${error.message}` };
  }
};
