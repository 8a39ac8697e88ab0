import type { ServerOptions } from '../flags/server-flags.ts';

const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const isPort = (port: number): boolean => port >= 1 && port <= 65535;

/** An error for flags that are contradictory or have no effect; undefined: none. */
export const validateOptions = (options: ServerOptions): string | undefined => {
  if (!options['enable-server'] && !options['enable-validation'])
    return 'mesh-config must be running under at least one mode: server or validation';
  if (!options['enable-validation']) return undefined;
  const port = options['validation-port'];
  if (!isPort(port)) return `Invalid validation server args: port number ${port} must be in the range 1..65535`;
  if (!options['enable-reconcileWebhookConfiguration']) return undefined;
  const names = [
    ['webhook name', options['webhook-name']],
    ['deployment namespace', options['deployment-namespace']],
    ['service name', options['service-name']],
  ] as const;
  const wrong = names.flatMap(([what, name]) => (label.test(name) ? [] : [`invalid ${what}: ${JSON.stringify(name)}`]));
  if (options['validation.tls.caCertificates'] === '') wrong.push('CA cert file not specified');
  return wrong.length > 0 ? `Invalid validation controller args: ${wrong.join('; ')}` : undefined;
};
