import type { IncomingMessage } from 'node:http';
import { loadExtraCertificates } from './extra-certificates.ts';

const maxRedirects = 5;

const get = async (address: URL, signal: AbortSignal): Promise<IncomingMessage> => {
  const isSecure = address.protocol === 'https:';
  const { default: module } = isSecure ? await import('node:https') : await import('node:http');
  const trust = isSecure ? await loadExtraCertificates() : {};
  return new Promise((resolve, reject) => {
    module.get(address, { signal, ...trust }, resolve).once('error', reject);
  });
};

/**
 * The response of a GET without any header of ours: the address is the right to the file. Follows redirects to http and https. Throws the
 * error of the connection, as `node:http` has it.
 */
export const openDownload = async (address: string, signal: AbortSignal): Promise<IncomingMessage> => {
  let url = new URL(address);
  for (let redirects = 0; ; redirects++) {
    const response = await get(url, signal);
    const { statusCode = 0, headers } = response;
    const { location } = headers;
    if (statusCode < 300 || statusCode > 399 || location === undefined || redirects === maxRedirects || !URL.canParse(location, url.href))
      return response;
    const next = new URL(location, url);
    if (!/^https?:$/.test(next.protocol)) return response;
    response.resume();
    url = next;
  }
};
