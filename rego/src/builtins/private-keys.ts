import { createPrivateKey } from 'node:crypto';
import { fromJson } from '../values/index.ts';
import { readPemBlocks } from './pem.ts';
import { asString, type Builtin, defineBuiltin } from './builtin.ts';

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Keys in PKCS #1, PKCS #8 or SEC 1. Others, such as encrypted ones, are passed over. */
const privateKey = /^(?:RSA |EC )?PRIVATE KEY$/;

/** PEM, or PEM in base64. */
function readPem(text: string): string | undefined {
  if (text.startsWith('-----BEGIN')) return text;
  const bare = text.replace(/[\r\n]/g, '');
  return bare !== '' && base64.test(bare) ? Buffer.from(bare, 'base64').toString() : undefined;
}

export const privateKeyBuiltins: readonly Builtin[] = [
  defineBuiltin('crypto.x509.parse_rsa_private_key', 1, ([value]) => {
    const pem = readPem(asString(value));
    if (pem === undefined) return undefined;
    const key = [...readPemBlocks(pem)].find(({ label }) => privateKey.test(label))?.whole;
    if (key === undefined) return null;
    try {
      return fromJson(createPrivateKey(key).export({ format: 'jwk' }));
    } catch {
      // Without a key, or for one without a JWK, the call is undefined, as in the reference.
      return undefined;
    }
  }),
];
