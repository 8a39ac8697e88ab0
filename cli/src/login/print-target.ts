import type { ProcessEnvironment } from 'slipway/engine/find-engine';
import { callsModules, namesAddress } from './login-environment.ts';
import { readLogin } from './login-file.ts';

/** The service that a command reads or changes, and whose token it sends. */
export interface Target {
  readonly address: string;
  readonly organization?: string | null | undefined;
  readonly token: string | null | undefined;
}

const describeToken = (token: Target['token'], environment: ProcessEnvironment): string => {
  if (!token) return 'no token';
  return readLogin(environment)?.token === token ? 'token of `slipway login`' : 'token of the environment';
};

/** `http://127.0.0.1:4000, organization acme, token of the environment` */
export const describeTarget = ({ address, organization, token }: Target, environment: ProcessEnvironment = process.env): string =>
  [address, ...(organization ? [`organization ${organization}`] : []), describeToken(token, environment)].join(', ');

/** The first line of every command that reads or changes a service. On stderr, since stdout is the result. */
export const printTarget = (target: Target, environment: ProcessEnvironment = process.env): void =>
  void process.stderr.write(`Service: ${describeTarget(target, environment)}\n`);

/**
 * The lines of a command that runs an engine in these folders: `environment` is that of the engine. What a provider block names itself, the
 * engine alone knows: then the line says so.
 */
export const describeEngineTargets = (folders: readonly string[], environment: ProcessEnvironment): readonly string[] => {
  if (folders.some(namesAddress)) return ['Service: the one that the provider block names'];
  const doubt = folders.some(callsModules) ? '; a provider block of a module can name another' : '';
  const {
    SLIPWAY_WORKSPACES_ADDRESS: address,
    SLIPWAY_WORKSPACES_ORGANIZATION: organization,
    SLIPWAY_WORKSPACES_TOKEN: token,
  } = environment;
  const { SLIPWAY_CI_ADDRESS: ciAddress, SLIPWAY_CI_TOKEN: ciToken } = environment;
  return [
    ...(address ? [`Service: ${describeTarget({ address, organization, token }, environment)}${doubt}`] : []),
    ...(ciAddress && ciAddress !== address ? [`CI service: ${describeTarget({ address: ciAddress, token: ciToken }, environment)}`] : []),
  ];
};
