import { experimental, type ServerCredentials } from '@grpc/grpc-js';
import type { Scope } from '../log/scope.ts';
import type { Component } from '../server/component.ts';
import { type KeyPair, type KeyPairFiles, readKeyPair } from '../tls/key-pair.ts';
import { watchedFiles } from '../tls/watched-files.ts';

type Provider = experimental.CertificateProvider;
type CaListener = Parameters<Provider['addCaCertificateListener']>[0];
type IdentityListener = Parameters<Provider['addIdentityCertificateListener']>[0];

export interface ReloadedCredentials {
  readonly credentials: ServerCredentials;
  /** Reads the files again: what is sound and new holds for connections from now on; what is not is told, and the old goes on. */
  reload(): Promise<void>;
  /** Reads them when they change and every minute, while it runs. */
  readonly component: Component;
}

/** Milliseconds. */
const every = 60_000;

/** Credentials of a server that asks every client for a certificate of the authorities. Throws a sentence when the files cannot be used. */
export const reloadedCredentials = async (files: Required<KeyPairFiles>, scope: Scope): Promise<ReloadedCredentials> => {
  let pair: KeyPair = await readKeyPair(files);
  const authorities = new Set<CaListener>(), identities = new Set<IdentityListener>();
  const tellAuthorities = (listener: CaListener): void => { listener({ caCertificate: pair.authorities! }); };
  const tellIdentity = (listener: IdentityListener): void => { listener({ certificate: pair.certificate, privateKey: pair.key }); };
  // gRPC misses what it is told while it still adds the listener.
  const provider: Provider = {
    addCaCertificateListener: (listener) => { authorities.add(listener); queueMicrotask(() => { tellAuthorities(listener); }); },
    removeCaCertificateListener: (listener) => { authorities.delete(listener); },
    addIdentityCertificateListener: (listener) => { identities.add(listener); queueMicrotask(() => { tellIdentity(listener); }); },
    removeIdentityCertificateListener: (listener) => { identities.delete(listener); },
  };
  let told = '';
  const reload = async (): Promise<void> => {
    try {
      const read = await readKeyPair(files);
      told = '';
      if (read.hash === pair.hash) return;
      pair = read;
      authorities.forEach(tellAuthorities);
      identities.forEach(tellIdentity);
      scope.info(`the certificate in ${files.certificate} is used from now on`);
    } catch (error) {
      const { message } = error as Error;
      if (message !== told) scope.error(`the certificate cannot be renewed, and the one before stays in use: ${message}`);
      told = message;
    }
  };
  const watched = watchedFiles([files.certificate, files.key, files.authorities], reload, every);
  return {
    credentials: experimental.createCertificateProviderServerCredentials(provider, provider, true), reload,
    component: {
      name: 'certificate',
      start: async () => { watched.start(); await reload(); },
      stop: async () => { watched.stop(); },
    },
  };
};
