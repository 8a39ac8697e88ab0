import { loadExtraCertificates } from './extra-certificates.ts';

/**
 * PUTs the bytes to an address that is itself the right to write there: no header of ours, no redirects. The status of the answer. Throws
 * the error of the connection, as `node:http` has it.
 */
export const putFile = async (address: string, bytes: Uint8Array, signal: AbortSignal): Promise<number> => {
  const url = new URL(address);
  const isSecure = url.protocol === 'https:';
  const { default: module } = isSecure ? await import('node:https') : await import('node:http');
  const trust = isSecure ? await loadExtraCertificates() : {};
  const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': String(bytes.length) };
  return new Promise((resolve, reject) => {
    const request = module.request(url, { method: 'PUT', headers, signal, ...trust }, (response) => {
      response.once('error', reject).resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', reject).end(bytes);
  });
};
