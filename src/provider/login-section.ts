import { isSameAddress } from '../client/address.ts';
import { isAbsent, isUnknown, type ServiceName, type Values } from '@slipway/declarations/declare';

type Environment = { readonly [name: string]: string | undefined };

/** A variable that `slipway` sets with those of a login: the address that its token belongs to. */
export const loginAddressVariable = 'SLIPWAY_LOGIN_ADDRESS';

/** The address that the section of a provider block names, if it is known. */
const findBlockAddress = (service: ServiceName, config: Values): string | undefined => {
  const block = config[service];
  if (isAbsent(block) || isUnknown(block)) return undefined;
  const { address } = block as Values;
  return typeof address === 'string' && address !== '' ? address : undefined;
};

/** The login of the environment, if a provider block names another address: its token is not for that one. */
export const findOtherLogin = (service: ServiceName, config: Values, environment: Environment): string | undefined => {
  const [login, address] = [environment[loginAddressVariable], findBlockAddress(service, config)];
  return login && address !== undefined && !isSameAddress(address, login) ? login : undefined;
};

/** The environment without its login. */
export const withoutLogin = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^SLIPWAY_(?:WORKSPACES|CI)_/.test(name)));
