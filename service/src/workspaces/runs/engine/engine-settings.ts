import { servicePaths } from '../../discovery/service-paths.ts';
import { renderLiteral } from './render-variables.ts';

/** Where the engine of a run finds the service that executes it, and how it calls. */
export interface ServiceAccess {
  /** The address at which this machine reaches the service: `http://127.0.0.1:8080`. */
  readonly address: string;
  /** The address under which clients know it; empty: the same. */
  readonly publicUrl: string;
  /** The token of the run. */
  readonly token: string;
}

/**
 * The engine calls the service where this machine reaches it, whatever name the configuration has for it: no proxy and no certificate
 * lies in between.
 */
const renderHost = (host: string, { address, token }: ServiceAccess): string => {
  const services = Object.entries(servicePaths).map(([name, path]) => `    ${renderLiteral(name)} = ${renderLiteral(address + path)}\n`);
  const name = renderLiteral(host);
  return `credentials ${name} {\n  token = ${renderLiteral(token)}\n}\nhost ${name} {\n  services = {\n${services.join('')}  }\n}\n`;
};

/** Providers come from the mirror alone where there is one: then nothing needs a network. */
const renderMirror = (mirror: string): string =>
  `provider_installation {\n  filesystem_mirror {\n    path = ${renderLiteral(mirror)}\n  }\n}\n`;

/** The settings of the engine's command line in a run. */
export const renderEngineSettings = (mirror: string | undefined, service: ServiceAccess): string => {
  const addresses = [service.address, service.publicUrl].filter((address) => address !== '');
  const hosts = service.address === '' ? [] : [...new Set(addresses.map((address) => new URL(address).host))];
  return (mirror === undefined ? '' : renderMirror(mirror)) + hosts.map((host) => renderHost(host, service)).join('');
};
