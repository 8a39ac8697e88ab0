import type { ServiceClient } from './contract/service-client.ts';

/** The differences between the two services besides the documents. */
export interface ServiceInfo {
  readonly title: string;
  readonly mediaType: string;
  readonly tokenHeader: (profile: ServiceClient['dialect']) => string;
  readonly formatToken: (token: string) => string;
  /** The names of the settings in the provider block and in the environment. */
  readonly settings: { readonly address: string; readonly token: string };
}

export const serviceInfos: { readonly [service in ServiceClient['service']]: ServiceInfo } = {
  workspaces: {
    title: 'workspace service',
    mediaType: 'application/vnd.api+json',
    tokenHeader: () => 'Authorization',
    formatToken: (token) => `Bearer ${token}`,
    settings: { address: '`workspaces.address` (SLIPWAY_WORKSPACES_ADDRESS)', token: '`workspaces.token` (SLIPWAY_WORKSPACES_TOKEN)' },
  },
  ci: {
    title: 'CI service',
    mediaType: 'application/json',
    tokenHeader: (profile) => (profile === 'hosted' ? 'Circle-Token' : 'Ci-Token'),
    formatToken: (token) => token,
    settings: { address: '`ci.address` (SLIPWAY_CI_ADDRESS)', token: '`ci.token` (SLIPWAY_CI_TOKEN)' },
  },
};
