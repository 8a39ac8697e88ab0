import { servicePaths } from '../../discovery/service-paths.ts';
import { renderLiteral } from './render-variables.ts';

/** How the engine of a run reaches the service that executes it: address and token. */
export interface ServiceAccess {
  /** The address at which this machine reaches the service: `http://127.0.0.1:8080`. */
  readonly address: string;
  /** The address under which clients reach it; empty: the same. */
  readonly publicUrl: string;
  /** The token of the run. */
  readonly token: string;
}

/**
 * Redirects the configured host name to the address at which this machine reaches the service, so that neither a proxy nor a certificate is
 * involved.
 */
const renderHost = (host: string, { address, token }: ServiceAccess): string => {
  const services = Object.entries(servicePaths).map(([name, path]) => `    ${renderLiteral(name)} = ${renderLiteral(address + path)}\n`);
  const name = renderLiteral(host);
  return `credentials ${name} {\n  token = ${renderLiteral(token)}\n}\nhost ${name} {\n  services = {\n${services.join('')}  }\n}\n`;
};

/** With a mirror, providers are taken from it only: then no network is needed. */
const renderMirror = (mirror: string): string =>
  `provider_installation {\n  filesystem_mirror {\n    path = ${renderLiteral(mirror)}\n  }\n}\n`;

/** The settings of the engine's command line in a run. */
export const renderEngineSettings = (mirror: string | undefined, service: ServiceAccess): string => {
  const addresses = [service.address, service.publicUrl].filter((address) => address !== '');
  const hosts = service.address === '' ? [] : [...new Set(addresses.map((address) => new URL(address).host))];
  return (mirror === undefined ? '' : renderMirror(mirror)) + hosts.map((host) => renderHost(host, service)).join('');
};
