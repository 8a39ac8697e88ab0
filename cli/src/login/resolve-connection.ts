import { isSameAddress } from 'slipway/client/address';
import type { ProcessEnvironment } from 'slipway/engine/find-engine';
import { readSection } from 'slipway/provider/provider-section';
import type { ConnectionOptions } from '../connection-options.ts';
import { CliError } from '../cli-error.ts';
import { readLogin } from './login-file.ts';

/** A workspace service, and the token for it. */
export interface ServiceConnection {
  readonly address: string;
  readonly token: string;
  readonly organization: string | undefined;
  readonly dialect: 'neutral' | 'hosted';
}

export const noAddressError = (): CliError =>
  new CliError('Where is the service? Pass --address, set SLIPWAY_WORKSPACES_ADDRESS, or run `slipway login`.', 2);

/** Whether the token of the login may be sent to an address. */
export const isAddressOfLogin = (address: string, environment: ProcessEnvironment): boolean => {
  const login = readLogin(environment);
  return login !== undefined && isSameAddress(address, login.address);
};

/**
 * The service named by options or the environment, as the provider reads them, else that of the login. The login's token is used for its
 * own address only. Throws a CliError that says what is missing.
 */
export function resolveConnection(
  { address, organization, dialect }: ConnectionOptions,
  environment: ProcessEnvironment = process.env,
): ServiceConnection {
  const login = readLogin(environment);
  const section = readSection('workspaces', { workspaces: { address, organization, dialect } }, environment);
  if (section.settingError) throw new CliError(section.settingError.message, 2);
  const where = section.address ?? login?.address;
  if (!where) throw noAddressError();
  const own = login !== undefined && isSameAddress(where, login.address) ? login : undefined;
  const token = section.token ?? own?.token;
  if (!token) throw new CliError(`There is no token for ${where}. Set SLIPWAY_WORKSPACES_TOKEN, or run \`slipway login ${where}\`.`, 2);
  return {
    address: where,
    token,
    organization: section.organization ?? own?.organization,
    dialect: dialect ?? own?.dialect ?? section.profile,
  };
}

/** The organization of a connection. Throws a CliError without one. */
export const requireConnectionOrganization = ({ organization }: Pick<ServiceConnection, 'organization'>): string => {
  if (!organization) throw new CliError('Name the organization: --organization, or SLIPWAY_WORKSPACES_ORGANIZATION.', 2);
  return organization;
};
