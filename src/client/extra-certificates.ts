import { readFileSync } from 'node:fs';
import type { SecureContext } from 'node:tls';

/**
 * Certificates that TLS connections trust in addition to Node's own: the file of `SLIPWAY_EXTRA_CA_CERTS`, PEM. The launcher of the plugin
 * moves `NODE_EXTRA_CA_CERTS` there, since Node reads that file at each start. Undefined: none. A file that cannot be read is reported on
 * stderr and ignored, as Node does.
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
