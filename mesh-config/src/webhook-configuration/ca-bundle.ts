import { X509Certificate } from 'node:crypto';
import { describeFileError } from '../files/describe-file-error.ts';
import { readRegularFile } from '../files/read-regular-file.ts';

/** A bundle in base64, as a webhook's configuration has it; or which of the two went wrong, and how. */
export type CaBundle =
  | { readonly base64: string }
  | { readonly fault: 'could not read caBundle' | 'could not verify caBundle'; readonly message: string };

/** Bytes: an API server takes no object with more. */
const maxFileBytes = 1024 * 1024;
const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Reads and checks certificates of authorities. Messages never quote the file. */
export const readCaBundle = async (path: string): Promise<CaBundle> => {
  let bytes: Buffer;
  try {
    bytes = await readRegularFile(path, maxFileBytes);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { fault: 'could not read caBundle', message: `open ${path}: ${describeFileError(code) ?? code ?? message}` };
  }
  const unverified = (message: string): CaBundle => ({ fault: 'could not verify caBundle', message: `${path}: ${message}` });
  const found = bytes.toString('latin1').match(pemCertificate) ?? [];
  if (found.length === 0) return unverified('expected x509 certificates in PEM');
  for (const [index, pem] of found.entries()) {
    try {
      new X509Certificate(pem);
    } catch {
      return unverified(`certificate ${index + 1} of ${found.length} cannot be understood`);
    }
  }
  return { base64: bytes.toString('base64') };
};
