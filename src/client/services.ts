import type { Line } from './line.ts';

/** What differs between the two services below the documents. */
export interface Wire {
  readonly title: string;
  readonly media: string;
  readonly tokenHeader: (profile: Line['profile']) => string;
  readonly tokenText: (token: string) => string;
  /** Where a person sets it: in the provider block, and in the environment. */
  readonly settings: { readonly address: string; readonly token: string };
}

export const services: { readonly [service in Line['service']]: Wire } = {
  workspaces: {
    title: 'workspace service', media: 'application/vnd.api+json',
    tokenHeader: () => 'Authorization', tokenText: (token) => `Bearer ${token}`,
    settings: { address: '`workspaces.address` (SLIPWAY_WORKSPACES_ADDRESS)', token: '`workspaces.token` (SLIPWAY_WORKSPACES_TOKEN)' },
  },
  ci: {
    title: 'CI service', media: 'application/json',
    tokenHeader: (profile) => (profile === 'hosted' ? 'Circle-Token' : 'Ci-Token'), tokenText: (token) => token,
    settings: { address: '`ci.address` (SLIPWAY_CI_ADDRESS)', token: '`ci.token` (SLIPWAY_CI_TOKEN)' },
  },
};
