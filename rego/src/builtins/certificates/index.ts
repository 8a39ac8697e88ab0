import { fromJson, type RegoValue } from '../../values/index.ts';
import { asString, defineBuiltin, typeMismatch, type Builtin } from '../builtin.ts';
import { readPemBlocks } from '../pem.ts';
import { describeCertificates } from './certificate.ts';
import { describeRequest } from './request.ts';

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Bytes of base64, whose lines may be broken. @throws typeMismatch */
function decodeBase64(text: string): Buffer {
  const bare = text.replace(/[\r\n]/g, '');
  if (!base64.test(bare)) throw typeMismatch;
  return Buffer.from(bare, 'base64');
}
/** The concatenated bytes of all blocks with this label. @throws typeMismatch if there is one with another label. */
function readBlocks(pem: string, label: string): Buffer {
  const blocks = [...readPemBlocks(pem)];
  if (blocks.some((block) => block.label !== label)) throw typeMismatch;
  return Buffer.concat(blocks.map(({ body }) => decodeBase64(body.replace(/[ \t]/g, ''))));
}
function readCertificates(text: string): Buffer {
  if (text.startsWith('-----BEGIN')) return readBlocks(text, 'CERTIFICATE');
  const bytes = decodeBase64(text);
  return bytes.toString('latin1').startsWith('-----BEGIN') ? readBlocks(bytes.toString(), 'CERTIFICATE') : bytes;
}
function readRequest(text: string): Buffer {
  const pem = text.startsWith('-----BEGIN CERTIFICATE REQUEST-----') ? text : undefined;
  const bytes = pem === undefined ? decodeBase64(text) : undefined;
  const decoded = pem ?? (bytes as Buffer).toString('latin1');
  const isPem = !readPemBlocks(decoded).next().done;
  return isPem || !bytes ? readBlocks(decoded, 'CERTIFICATE REQUEST') : bytes;
}
/** Data that is not a certificate makes the call undefined, as in the reference. */
function describe(read: () => object): RegoValue {
  try {
    return fromJson(read());
  } catch {
    throw typeMismatch;
  }
}

export const certificateBuiltins: readonly Builtin[] = [
  defineBuiltin('crypto.x509.parse_certificates', 1, ([text]) => describe(() => describeCertificates(readCertificates(asString(text))))),
  defineBuiltin('crypto.x509.parse_certificate_request', 1, ([text]) => describe(() => describeRequest(readRequest(asString(text))))),
];
