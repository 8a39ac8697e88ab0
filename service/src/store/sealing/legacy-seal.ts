import { createDecipheriv, hkdfSync } from 'node:crypto';

/** Up to schema version 3, these kinds had a member `sealed`, encrypted with a key that stood in the record `ci-secret` of the store. */
const legacyKinds = new Set(['ci-project-variables', 'ci-context-variables', 'ci-checkout-keys', 'ci-webhooks', 'ci-code-host-secrets']);
export const storeSecretKind = 'ci-secret';

const decryptLegacy = (storeSecret: string, sealed: string): string => {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(storeSecret, 'base64'), '', 'values', 32));
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 }).setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
};

/** The JSON text of a body of schema version 3 with its secrets in clear. `storeSecret`: the JSON text of the body of `ci-secret`. */
export const openLegacyBody = (kind: string, text: string, storeSecret: string | undefined): string => {
  if (!legacyKinds.has(kind) || storeSecret === undefined) return text;
  const { sealed, ...body } = JSON.parse(text) as { readonly sealed?: unknown };
  return typeof sealed === 'string' ? JSON.stringify({ ...body, secret: decryptLegacy(JSON.parse(storeSecret) as string, sealed) }) : text;
};
