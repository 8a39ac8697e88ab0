import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

/** Why certificates cannot be made here; '': they can. */
export const missingOpenssl = spawnSync('openssl', ['version']).status === 0 ? '' : 'openssl is not on the PATH';

export interface Certificate {
  /** PEM, with those that vouch for it where it is no root. */
  readonly certificate: Buffer;
  readonly key: Buffer;
  /** Vouches for another with these names (`URI:…`, `DNS:…`, `IP:…`); `authority`: which may vouch for others. */
  issue(name: string, names: readonly string[], authority?: boolean): Certificate;
}

const folder = temporaryFolder({});
let made = 0;

const createCertificate = (
  name: string,
  names: readonly string[],
  authority: boolean,
  by?: { readonly path: string; readonly chain: readonly Buffer[] },
): Certificate => {
  const path = join(folder, String((made += 1)));
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '30',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${path}.key`,
      '-out',
      `${path}.crt`,
      '-addext',
      `basicConstraints=critical,CA:${authority ? 'TRUE' : 'FALSE'}`,
      ...(names.length > 0 ? ['-addext', `subjectAltName=${names.join(',')}`] : []),
      ...(by ? ['-CA', `${by.path}.crt`, '-CAkey', `${by.path}.key`] : []),
    ],
    { stdio: 'ignore' },
  );
  const own = readFileSync(`${path}.crt`);
  const chain = by ? [own, ...by.chain] : [];
  return {
    certificate: by ? Buffer.concat(chain) : own,
    key: readFileSync(`${path}.key`),
    issue: (other, itsNames, isAuthority = false) => createCertificate(other, itsNames, isAuthority, { path, chain }),
  };
};

/** An untrusted root. */
export const createAuthority = (name: string): Certificate => createCertificate(name, [], true);
