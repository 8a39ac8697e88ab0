import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

export interface TemporaryCertificate {
  readonly pem: string;
  readonly key: string;
}

/** A self-signed certificate for localhost, of servers and of clients, made by openssl. */
export const createTemporaryCertificate = (): TemporaryCertificate => {
  const folder = temporaryFolder();
  const [pem, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const extensions = [
    'basicConstraints=critical,CA:TRUE',
    'keyUsage=critical,digitalSignature,keyCertSign',
    'extendedKeyUsage=serverAuth,clientAuth',
  ];
  const subject = ['-subj', '/CN=localhost', ...[...extensions, 'subjectAltName=DNS:localhost'].flatMap((one) => ['-addext', one])];
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...algorithm, ...subject, '-keyout', key, '-out', pem], { stdio: 'ignore' });
  return { pem: readFileSync(pem, 'utf8'), key: readFileSync(key, 'utf8') };
};
