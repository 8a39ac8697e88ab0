import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const [nonceLength, tagLength] = [12, 16];

/** Encrypts with AES-256-GCM and a random nonce. `context`: what the value belongs to; decryption requires the same context. */
export const encrypt = (key: Buffer, text: string, context: string): string => {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url');
};

/** Decrypts what `encrypt` returned. Throws for another key or context, and for bytes that were changed. */
export const decrypt = (key: Buffer, sealed: string, context: string): string => {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]).toString('utf8');
};
