import { createHash, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const generatePair = promisify(generateKeyPair);

/** An SSH key pair. The fingerprints are those of `ssh-keygen -l`; MD5 has no prefix. */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly md5: string;
  readonly sha256: string;
}

/** RFC 4251: a string is its length in four bytes and then its bytes. */
const encodeString = (bytes: Buffer | string): Buffer => {
  const content = Buffer.from(bytes as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
};
/** RFC 4251: a positive mpint has a zero byte before a first bit that is set. */
const encodeMpint = (base64url: string): Buffer => {
  const bytes = Buffer.from(base64url, 'base64url');
  return encodeString(bytes[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
};

const encodePublicKey = (key: KeyObject): readonly [algorithm: string, blob: Buffer] => {
  const jwk = key.export({ format: 'jwk' });
  return jwk.kty === 'RSA'
    ? ['ssh-rsa', Buffer.concat([encodeString('ssh-rsa'), encodeMpint(jwk.e!), encodeMpint(jwk.n!)])]
    : ['ssh-ed25519', Buffer.concat([encodeString('ssh-ed25519'), encodeString(Buffer.from(jwk.x!, 'base64url'))])];
};

export const keyFingerprints = (blob: Buffer): { readonly md5: string; readonly sha256: string } => ({
  md5: createHash('md5').update(blob).digest('hex').match(/../g)!.join(':'),
  sha256: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
});

/** Generates a pair, outside of the event loop: an RSA key takes up to a second. The private key is PKCS #8 in PEM. */
export const generateSshKeyPair = async (algorithm: 'ed25519' | 'rsa', comment: string): Promise<KeyPair> => {
  const pair = algorithm === 'rsa' ? await generatePair('rsa', { modulusLength: 3072 }) : await generatePair('ed25519');
  const [name, blob] = encodePublicKey(pair.publicKey);
  return {
    publicKey: `${name} ${blob.toString('base64')} ${comment}`,
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    ...keyFingerprints(blob),
  };
};
