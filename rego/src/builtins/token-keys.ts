import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { typeMismatch } from './builtin.ts';
import { readPemBlocks, type PemBlock } from './pem.ts';

/** A key that verifies tokens. `id` and `algorithm` are members of a key as JSON, empty in others; a shared secret has no `key`. */
export interface TokenKey {
  readonly id: string;
  readonly algorithm: string;
  readonly key?: KeyObject;
}
const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** @throws typeMismatch for what is neither a text nor absent. */
function textOf(value: unknown): string {
  if (typeof value !== 'string' && value !== undefined && value !== null) throw typeMismatch;
  return value ?? '';
}

function parsePem(text: string, { label, whole, end }: PemBlock): KeyObject {
  if (end < text.length) throw typeMismatch;
  if (label === 'CERTIFICATE') return new X509Certificate(whole).publicKey;
  if (label === 'PUBLIC KEY') return createPublicKey(whole);
  throw typeMismatch;
}
function parseJsonKey(plain: unknown): TokenKey {
  if (!isJsonObject(plain)) throw typeMismatch;
  textOf(plain['use']);
  const members = { id: textOf(plain['kid']), algorithm: textOf(plain['alg']) };
  return plain['kty'] === 'oct' ? members : { ...members, key: createPublicKey({ key: plain as never, format: 'jwk' }) };
}

/**
 * The public keys of a PEM text (one key or certificate without trailing content), or of a key or a set of keys in JSON. @throws
 * typeMismatch
 */
export function parsePublicKeys(text: string): readonly TokenKey[] {
  try {
    const [block] = readPemBlocks(text);
    if (block) return [{ id: '', algorithm: '', key: parsePem(text, block) }];
    const plain = JSON.parse(text) as { readonly keys?: readonly unknown[] };
    return (plain.keys ?? [plain]).map(parseJsonKey);
  } catch {
    throw typeMismatch;
  }
}

/** The keys that may have signed a token: the one that its header names, or else those of its algorithm and those of any. */
export function selectKeys(keys: readonly TokenKey[], id: string, algorithm: string): readonly TokenKey[] {
  const named = id === '' ? undefined : keys.find((key) => key.id === id);
  return named ? [named] : keys.filter((key) => key.algorithm === '' || key.algorithm === algorithm);
}
