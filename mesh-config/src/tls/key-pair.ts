import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { describeFileError } from '../files/describe-file-error.ts';
import { readRegularFile } from '../files/read-regular-file.ts';

export interface KeyPairFiles {
  readonly certificate: string;
  readonly key: string;
  /** A bundle of authorities. */ readonly authorities?: string;
}
export interface KeyPair {
  /** Certificates in PEM, leaf first. */
  readonly certificate: Buffer;
  readonly key: Buffer;
  readonly authorities?: Buffer;
  /** Differs whenever one of the files does. */
  readonly hash: string;
}

/** Bytes; bundles of all public authorities have a fifth of this. */
const maxFileBytes = 1024 * 1024;
const readPem = (path: string): Promise<Buffer> =>
  readRegularFile(path, maxFileBytes).catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new Error(`open ${path}: ${describeFileError(code) ?? code ?? message}`);
  });

/** Reads a certificate and its key, and checks that they match. Throws one sentence without the contents of the files. */
export const readKeyPair = async (files: KeyPairFiles): Promise<KeyPair> => {
  // In sequence, so that of several missing files always the first is reported.
  const certificate = await readPem(files.certificate),
    key = await readPem(files.key);
  const authorities = files.authorities === undefined ? undefined : await readPem(files.authorities);
  const parsed = (path: string, what: string, work: () => unknown): void => {
    try {
      work();
    } catch {
      throw new Error(`${path}: expected ${what} in PEM`);
    }
  };
  let leaf: X509Certificate | undefined;
  parsed(files.certificate, 'an x509 certificate', () => {
    leaf = new X509Certificate(certificate);
  });
  parsed(files.key, 'a private key', () => createPrivateKey(key));
  if (!leaf!.checkPrivateKey(createPrivateKey(key))) throw new Error(`${files.key} is not the private key of ${files.certificate}`);
  if (authorities) parsed(files.authorities!, 'x509 certificates', () => new X509Certificate(authorities));
  const hash = createHash('sha256');
  for (const part of [certificate, key, authorities ?? Buffer.alloc(0)]) hash.update(createHash('sha256').update(part).digest());
  return { certificate, key, ...(authorities ? { authorities } : {}), hash: hash.digest('hex') };
};
