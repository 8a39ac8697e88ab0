import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProcessEnvironment } from 'slipway/engine/find-engine';
import { loginFile, writePrivateFile } from './login-file.ts';

/** What Terraform and OpenTofu would find by discovery, which needs TLS: the services of a host, and their paths. */
const services: readonly (readonly [name: string, path: string])[] = [
  ['tfe.v2', '/api/v2/'],
  ['tfe.v2.1', '/api/v2/'],
  ['tfe.v2.2', '/api/v2/'],
  ['state.v2', '/api/v2/'],
  ['modules.v1', '/api/registry/v1/modules/'],
  ['providers.v1', '/api/registry/v1/providers/'],
];

const fileBesideLogin = (environment: ProcessEnvironment): string => join(dirname(loginFile(environment)), 'terraform.tfrc');

/** A CLI configuration of the engine with which it finds a service and its token. Undefined: it cannot name the host, or the token. */
const renderConfiguration = (address: string, token: string): string | undefined => {
  const { protocol, host, hostname } = new URL(address);
  // In this language `${` begins a template, and there is no escape for it.
  if (hostname.startsWith('[') || token.includes('${')) return undefined;
  const lines = services.map(([name, path]) => `    ${JSON.stringify(name)} = ${JSON.stringify(`${address}${path}`)}\n`).join('');
  const hostBlock = `host ${JSON.stringify(host)} {\n  services = {\n${lines}  }\n}\n`;
  return `${protocol === 'http:' ? hostBlock : ''}credentials ${JSON.stringify(host)} {\n  token = ${JSON.stringify(token)}\n}\n`;
};

/**
 * Writes the file that `TF_CLI_CONFIG_FILE` can name, for a `cloud` or `remote` block with the host of the address. Only the user may read
 * it. Undefined: none is written, and that of an earlier login is removed.
 */
export const writeEngineConfiguration = (
  { address, token }: { readonly address: string; readonly token: string },
  environment: ProcessEnvironment = process.env,
): string | undefined => {
  const text = renderConfiguration(address, token);
  if (text === undefined) removeEngineConfiguration(environment);
  return text === undefined ? undefined : writePrivateFile(fileBesideLogin(environment), text);
};

export const removeEngineConfiguration = (environment: ProcessEnvironment = process.env): void =>
  rmSync(fileBesideLogin(environment), { force: true });
