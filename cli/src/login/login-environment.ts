import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isConfigurationFile } from 'slipway/engine/configuration-files';
import type { ProcessEnvironment } from 'slipway/engine/find-engine';
import { loginAddressVariable } from 'slipway/provider/login-section';
import { readLogin, type Login } from './login-file.ts';

const settingNames = ['ADDRESS', 'TOKEN', 'ORGANIZATION', 'DIALECT', 'PROFILE'];
const isConfigured = (environment: ProcessEnvironment): boolean =>
  Object.entries(environment).some(
    ([name, value]) =>
      value && (/^(TFE|CIRCLE)_/.test(name) || settingNames.some((one) => new RegExp(`^SLIPWAY_(WORKSPACES|CI)_${one}$`).test(name))),
  );

const readConfiguration = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(isConfigurationFile)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
    : [];

/** Whether the configuration of a folder says itself where a service is. */
export const namesAddress = (folder: string): boolean =>
  readConfiguration(folder).some(
    (text) => /provider\s+"slipway"[^]*?\baddress\s*=/.test(text) || /"provider"[^]*?"slipway"[^]*?"address"/.test(text),
  );

/** Whether it calls modules, which may have provider blocks of their own. */
export const callsModules = (folder: string): boolean =>
  readConfiguration(folder).some((text) => /^\s*module\s+"/m.test(text) || /"module"\s*:/.test(text));

const usesProvider = (folder: string): boolean => readConfiguration(folder).some((text) => /"slipway(?:"|_)/.test(text));

/**
 * Advice for a folder whose configuration uses the provider while neither a login, nor the environment, nor the configuration names a
 * service; otherwise undefined.
 */
export const adviseLogin = (folder: string, environment: ProcessEnvironment): string =>
  isConfigured(environment) || namesAddress(folder) || !usesProvider(folder)
    ? ''
    : ' No service is configured: run `slipway login ADDRESS`.';

/** The variables that the provider reads, for a login. */
export const loginVariables = ({ address, token, organization, dialect, servesCi }: Login): Readonly<Record<string, string>> => ({
  [loginAddressVariable]: address,
  SLIPWAY_WORKSPACES_ADDRESS: address,
  SLIPWAY_WORKSPACES_TOKEN: token,
  SLIPWAY_WORKSPACES_ORGANIZATION: organization,
  SLIPWAY_WORKSPACES_DIALECT: dialect,
  ...(servesCi ? { SLIPWAY_CI_ADDRESS: address, SLIPWAY_CI_TOKEN: token, SLIPWAY_CI_DIALECT: dialect } : {}),
});

/**
 * The environment of an engine: with this user's login, unless the environment names the services. The provider uses the login for its own
 * address only, not for another one in a provider block.
 */
export function loginEnvironment(environment: ProcessEnvironment = process.env): ProcessEnvironment {
  if (isConfigured(environment)) return environment;
  const login = readLogin(environment);
  return login ? { ...environment, ...loginVariables(login) } : environment;
}
