import type { Values } from '../../../declarations/src/declare/index.ts';
import type { Provider } from '../../../src/protocol/provider-server.ts';
import { makeProvider } from '../../../src/provider/provider.ts';
import type { RunningService } from '../../../service/src/start.ts';
import { applyConfiguration, serverOf } from './drive-resource.ts';
import type { World } from './situation.ts';

export type Dialect = 'neutral' | 'hosted';
export const token = 'user-token-0123456789';

/** A provider of both services in this process, configured by its environment. */
export const startProvider = async (service: RunningService, dialect: Dialect): Promise<Provider> => {
  const environment = Object.fromEntries(
    ['WORKSPACES', 'CI'].flatMap((name) => [
      [`SLIPWAY_${name}_ADDRESS`, service.address],
      [`SLIPWAY_${name}_TOKEN`, token],
      [`SLIPWAY_${name}_DIALECT`, dialect],
    ]),
  );
  const provider = makeProvider({
    version: '0.1.0',
    environment: { ...environment, SLIPWAY_WORKSPACES_ORGANIZATION: 'acme', SLIPWAY_CI_ORGANIZATION: 'gh/acme' },
    log: () => {},
  });
  const nothing = Object.fromEntries(Object.keys(provider.schema.attributes).map((name) => [name, null]));
  await provider.configure(nothing, { version: '1.11.0' } as Parameters<typeof provider.configure>[1]);
  return provider;
};

export const worldOf = (service: RunningService, provider: Provider): World => ({
  create: async (type, config) => (await applyConfiguration(serverOf(provider, type), null, config)).state,
  api: async (method, path, body) => {
    const response = await fetch(`${service.address}/api/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/vnd.api+json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  },
});

/** Values such as "$pool" name what the base made. */
const resolve = (value: unknown, ground: Values): unknown => {
  if (typeof value === 'string' && value.startsWith('$')) return ground[value];
  if (Array.isArray(value)) return value.map((one) => resolve(one, ground));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolve(one, ground)]));
};

/** The configuration of some choices upon a base. */
export const configure = (base: Values, chosen: readonly Values[]): Values =>
  Object.fromEntries(Object.entries(resolve(Object.assign({}, base, ...chosen), base) as Values).filter(([name]) => !name.startsWith('$')));
