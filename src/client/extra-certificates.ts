import { readFileSync } from 'node:fs';
import type { SecureContext } from 'node:tls';

/**
 * What TLS connections trust beside Node's own certificates: the file of `SLIPWAY_EXTRA_CA_CERTS`, PEM. The launcher of the plugin moves
 * `NODE_EXTRA_CA_CERTS` there, since Node reads that file at each start. Undefined: nothing more. A file that cannot be read is told on
 * stderr and left out, as Node does.
 */
export const loadExtraCertificates = async (
  environment: NodeJS.ProcessEnv = process.env,
): Promise<{ readonly secureContext?: SecureContext }> => {
  const file = environment['SLIPWAY_EXTRA_CA_CERTS'];
  if (!file) return {};
  const { createSecureContext, rootCertificates } = await import('node:tls');
  try {
    // One for all connections: it takes in 140 certificates.
    return { secureContext: createSecureContext({ ca: [...rootCertificates, readFileSync(file, 'utf8')] }) };
  } catch (error) {
    process.emitWarning(`Ignoring the certificates of "${file}" (NODE_EXTRA_CA_CERTS): ${(error as Error).message}`);
    return {};
  }
};
