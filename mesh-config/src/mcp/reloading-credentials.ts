import { ServerCredentials } from '@grpc/grpc-js';
import { constants } from 'node:crypto';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { LogScope } from '../log/scope.ts';
import type { Component } from '../lifecycle/component.ts';
import { type KeyPair, type KeyPairFiles, readKeyPair } from '../tls/key-pair.ts';
import { watchFiles } from '../files/watch-files.ts';

/**
 * The TLS options. Sessions are not resumed: a resumed one does not have the issuers of the sink's certificate, and denied names in these
 * would be accepted.
 */
const secureContextOptionsOf = ({ certificate, key, authorities }: KeyPair): SecureContextOptions => ({
  cert: certificate,
  key,
  ca: authorities,
  secureOptions: constants.SSL_OP_NO_TICKET,
});

/** Requests a certificate from every client. */
class RenewableCredentials extends ServerCredentials {
  constructor(pair: KeyPair) {
    super({ requestCert: true, rejectUnauthorized: true, ciphers: process.env.GRPC_SSL_CIPHER_SUITES }, secureContextOptionsOf(pair));
  }
  renew(pair: KeyPair): void {
    this.updateSecureContextOptions(secureContextOptionsOf(pair));
  }
  override _equals(other: ServerCredentials): boolean {
    return other === this;
  }
}

export interface ReloadingCredentials {
  readonly credentials: ServerCredentials;
  /** Reads the files again. Valid new ones apply to later connections; others are reported, and the previous ones stay in use. */
  reload(): Promise<void>;
  /** Reads them when they change and every minute, while it runs. */
  readonly component: Component;
}

/** Reads the files and tests them with TLS, because gRPC would drop every connection with unusable ones. */
const readUsableKeyPair = async (files: Required<KeyPairFiles>): Promise<KeyPair> => {
  const pair = await readKeyPair(files);
  try {
    createSecureContext(secureContextOptionsOf(pair));
  } catch (error) {
    throw new Error(`${files.certificate}: TLS cannot use it: ${(error as Error).message}`);
  }
  return pair;
};

/** Milliseconds. */
const rereadInterval = 60_000;

/** Credentials of a server that requires a certificate of the authorities from every client. Throws when the files are not valid. */
export const createReloadingCredentials = async (files: Required<KeyPairFiles>, scope: LogScope): Promise<ReloadingCredentials> => {
  let pair = await readUsableKeyPair(files);
  const credentials = new RenewableCredentials(pair);
  let told = '';
  const reload = async (): Promise<void> => {
    try {
      const read = await readUsableKeyPair(files);
      told = '';
      if (read.hash === pair.hash) return;
      pair = read;
      credentials.renew(pair);
      scope.info(`the certificate in ${files.certificate} is used from now on`);
    } catch (error) {
      const { message } = error as Error;
      if (message !== told) scope.error(`the certificate cannot be renewed, and the previous one stays in use: ${message}`);
      told = message;
    }
  };
  const watched = watchFiles([files.certificate, files.key, files.authorities], reload, rereadInterval);
  return {
    credentials,
    reload,
    component: {
      name: 'certificate',
      start: async () => {
        watched.start();
        await reload();
      },
      stop: async () => {
        watched.stop();
      },
    },
  };
};
