import { parseServiceAddress } from 'slipway/client/address';

/**
 * The page of a workspace for people. The embedded service has it at the path of the vendor's, so the same address leads to it at both.
 * `address`: that of the service, with or without `/api/v2`.
 */
export const workspacePage = (address: string, organization: string, name: string): string =>
  `${parseServiceAddress('The address', address)}/app/${encodeURIComponent(organization)}/workspaces/${encodeURIComponent(name)}`;

/** The page of a run of a workspace for people, at both services. */
export const runPage = (address: string, organization: string, name: string, run: string): string =>
  `${workspacePage(address, organization, name)}/runs/${encodeURIComponent(run)}`;
