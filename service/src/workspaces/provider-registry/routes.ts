import type { Route } from '../../http/route.ts';
import { routes as providerFiles } from './file-addresses.ts';
import { routes as gpgKeys } from './gpg-keys.ts';
import { routes as ownProvider } from './own-provider.ts';
import { routes as providerPlatforms } from './provider-platforms.ts';
import { routes as providerProtocol } from './provider-protocol.ts';
import { routes as providerVersions } from './provider-versions.ts';
import { routes as registryProviders } from './registry-providers.ts';

/** The endpoints of providers of the private registry, their signing keys, and the protocol by which engines install them. */
export const routes: readonly Route[] = [
  gpgKeys,
  registryProviders,
  providerVersions,
  providerPlatforms,
  providerFiles,
  ownProvider,
  providerProtocol,
].flat();
