import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostOf } from '../contract/connection-failure.ts';
import type { ServiceClient } from '../contract/service-client.ts';
import { SettingError } from '../contract/errors.ts';
import { type CliConfig, parseCliConfig } from './cli-config.ts';

type EnvironmentVariables = { readonly [name: string]: string | undefined };
type HostedMember = 'address' | 'token' | 'organization';

/** Variables that hold a member, as clients of the hosted services call them. */
export const hostedVariables: { readonly [service in ServiceClient['service']]: { readonly [member in HostedMember]?: string } } = {
  workspaces: { address: 'TFE_ADDRESS', token: 'TFE_TOKEN', organization: 'TFE_ORGANIZATION' },
  ci: { address: 'CIRCLE_HOST', token: 'CIRCLE_TOKEN' },
};

/** The hosts of the hosted services. */
const defaultHosts = { workspaces: 'app.terraform.io', ci: 'https://circleci.com' } as const;

const readCliConfig = (what: string, text: string): CliConfig => {
  try {
    return parseCliConfig(text);
  } catch (error) {
    throw new SettingError(`${what} cannot be read: ${(error as Error).message}.`);
  }
};

const readTextIfPresent = (file: string | undefined): string => (file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '');

/** The engine's own CLI configuration file. */
const cliConfigPath = (environment: EnvironmentVariables, home: string | undefined): string | undefined => {
  const named = environment['TF_CLI_CONFIG_FILE'] || environment['TERRAFORM_CONFIG'];
  if (named) return named;
  if (environment['APPDATA']) return join(environment['APPDATA'], 'terraform.rc');
  return home && join(home, '.terraformrc');
};

/** Loads that file, and the one in which `terraform login` stores tokens. */
const loadCliConfig = (environment: EnvironmentVariables): CliConfig => {
  const home = environment['HOME'] || environment['USERPROFILE'];
  const [own, kept] = [cliConfigPath(environment, home), home && join(home, '.terraform.d', 'credentials.tfrc.json')].map((file) =>
    readCliConfig(`The CLI configuration file ${file}`, readTextIfPresent(file)),
  ) as [CliConfig, CliConfig];
  return { services: own.services, credentials: { ...kept.credentials, ...own.credentials } };
};

/** `TF_TOKEN_app_terraform_io`: dots as `_`, hyphens as `__`. */
const tokenVariable = (host: string): string => `TF_TOKEN_${host.replaceAll('-', '__').replaceAll('.', '_')}`;

const workspacesAddress = (environment: EnvironmentVariables): string => {
  const host = environment['TFE_HOSTNAME'] || defaultHosts.workspaces;
  const services = loadCliConfig(environment).services[host] ?? {};
  const named = services['tfe.v2.2'] ?? services['tfe.v2.1'] ?? services['tfe.v2'];
  return named ?? `https://${host}`;
};

/** A token of the host that the address names; without an address, of the host that is meant then. */
const workspacesToken = (environment: EnvironmentVariables, address: string | null): string | null => {
  const location = address ?? environment['TFE_ADDRESS'];
  const host = location ? hostOf(location) : environment['TFE_HOSTNAME'] || defaultHosts.workspaces;
  return environment[tokenVariable(host)] || loadCliConfig(environment).credentials[host] || null;
};

/**
 * A setting from the environment variables and files of the hosted services' clients, for a member that neither the provider block nor our
 * own variables set. `address`: the address of the service, if it was set. Throws a SettingError for a file that cannot be read.
 */
export const readHostedSetting = (
  service: ServiceClient['service'],
  member: HostedMember,
  environment: EnvironmentVariables,
  address: string | null,
): string | null => {
  const name = hostedVariables[service][member];
  const values = name === undefined ? undefined : environment[name];
  if (values) return values;
  if (member === 'organization') return null;
  if (service === 'ci') return member === 'address' ? defaultHosts.ci : null;
  return member === 'address' ? workspacesAddress(environment) : workspacesToken(environment, address);
};

const booleanTexts: { readonly [text: string]: boolean } = { 1: true, t: true, true: true, 0: false, f: false, false: false };

/** Whether `TFE_SSL_SKIP_VERIFY` turns off the verification of certificates of the workspace service. */
export const isVerificationSkipped = (service: ServiceClient['service'], environment: EnvironmentVariables): boolean => {
  const values = service === 'workspaces' ? environment['TFE_SSL_SKIP_VERIFY'] : undefined;
  if (!values) return false;
  const truth = booleanTexts[values.toLowerCase()];
  if (truth === undefined) throw new SettingError(`TFE_SSL_SKIP_VERIFY is ${JSON.stringify(values)}; expected true or false.`);
  return truth;
};
