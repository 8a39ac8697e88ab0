import type { RequestLogEntry, ServiceClientOptions } from '../client/open-service-client.ts';
import { type Resource, type ServiceName, toNewNames, type Values } from '@slipway/declarations/declare';
import { listDeclaration, providerSchema, validateConfig } from '@slipway/declarations/derive';
import type { Diagnostic, Provider } from '../protocol/provider-server.ts';
import { actions, dataSources, ephemerals, functions, listedResources, resources } from '@slipway/declarations/resources';
import { actionServer } from './action-server.ts';
import { dataSourceServer } from './data-source-server.ts';
import { deferAction, deferDataSource, deferEphemeral, deferResource } from './deferral.ts';
import { deprecationWarnings } from './deprecation-warnings.ts';
import { diagnoseConfigError } from './diagnose.ts';
import { createDiagnoser } from './diagnoser.ts';
import { ephemeralServer } from './ephemeral-server.ts';
import { actionInBothNames, dataSourceInBothNames, ephemeralInBothNames, resourceInBothNames } from './former-names.ts';
import { functionServer } from './function-server.ts';
import { type ServiceClients, createServiceClients } from './service-clients.ts';
import { workspaceStateStore } from './state-stores/declaration.ts';
import { type BlockFunctions, createWorkspaceStateStore } from './state-stores/workspace-state-store.ts';
import { listServer } from './list-server.ts';
import { type ProviderContext, resourceServer } from './resource-server.ts';
import { formerVariables, providerBlock } from './provider-section.ts';

/** The provider's name: the prefix of its resource types. */
export const providerName = 'slipway';

/** A record whose values are created at first access: one start uses few of the resources, and none before the handshake. */
const lazyRecord = <A, B>(of: { readonly [name: string]: A }, prefix: string, make: (value: A) => B): { readonly [name: string]: B } => {
  const out = {};
  for (const name of Object.keys(of)) {
    let made: B | undefined;
    Object.defineProperty(out, `${prefix}${name}`, { enumerable: true, get: () => (made ??= make(of[name]!)) });
  }
  return out;
};

export interface ProviderOptions {
  readonly version: string;
  readonly environment: { readonly [name: string]: string | undefined };
  log(message: string): void;
  logRequest?(entry: RequestLogEntry): void;
  /** Called once, when requests wait for the limit of a service for 2 s or more. */
  logWait?(text: string): void;
  /** Deadline and clock of requests; for tests. */
  readonly timing?: Pick<ServiceClientOptions, 'deadline' | 'clock' | 'random'>;
}

const findResource = (name: string): Resource => {
  const resource = resources[name];
  if (!resource) throw new Error(`an attribute refers to "${name}", which is no resource`);
  return resource;
};

const validateBlock = async (config: Values): Promise<readonly Diagnostic[]> => [
  ...validateConfig(providerBlock, config).map(diagnoseConfigError),
  ...deprecationWarnings(providerBlock, config),
];
const stateStoreFunctions = ({ clients }: ProviderContext): BlockFunctions => ({
  clients,
  schemaOf: providerSchema,
  validate: (block, config) => validateConfig(block, config).map(diagnoseConfigError),
});

/** What the provider serves of its declarations, by type. */
const serveDeclarations = (
  provider: ProviderContext,
  prefix: string,
): Omit<Provider, 'version' | 'schema' | 'validate' | 'configure' | 'stop'> => {
  const isUnknown = (service: ServiceName) => (): boolean => provider.clients().isUnknown(service);
  return {
    resources: lazyRecord(resources, prefix, (one) =>
      deferResource(resourceInBothNames(resourceServer(one, provider, prefix), one.attributes), isUnknown(one.service)),
    ),
    dataSources: lazyRecord(dataSources, prefix, (one) =>
      deferDataSource(dataSourceInBothNames(dataSourceServer(one, provider), one.attributes), isUnknown(one.service)),
    ),
    ephemerals: lazyRecord(ephemerals, prefix, (one) =>
      deferEphemeral(ephemeralInBothNames(ephemeralServer(one, provider), one.attributes), isUnknown(one.service)),
    ),
    functions: lazyRecord(functions, '', functionServer),
    actions: lazyRecord(actions, prefix, (one) =>
      deferAction(actionInBothNames(actionServer(one, provider), one.attributes), isUnknown(one.service)),
    ),
    lists: lazyRecord(listedResources, prefix, (one) => listServer(one, listDeclaration(one)!, provider)),
    stateStores: lazyRecord({ [workspaceStateStore.name]: stateStoreFunctions(provider) }, prefix, (functions) =>
      createWorkspaceStateStore(functions),
    ),
  };
};

/** Loads what a provider of any engine needs, by creating one with an empty environment. */
export const warmUp = (version: string): void => void makeProvider({ version, environment: {}, log: () => {} });

/** The provider as the plugin protocol serves it. */
export const makeProvider = ({ version, environment, log, logRequest, logWait, timing }: ProviderOptions): Provider => {
  const prefix = `${providerName}_`;
  let clients: ServiceClients = createServiceClients({}, environment, { userAgent: `slipway/${version}` });
  let diagnose = createDiagnoser();
  const provider: ProviderContext = {
    clients: () => clients,
    log,
    diagnose: (error, task) => diagnose(error, task),
    findResource,
    plannedObjects: new Map(),
  };
  return {
    version,
    get schema() {
      return providerSchema(providerBlock);
    },
    ...serveDeclarations(provider, prefix),
    validate: validateBlock,
    configure: async (config, engine) => {
      diagnose = createDiagnoser();
      provider.plannedObjects!.clear();
      clients = createServiceClients(toNewNames(providerBlock.attributes, config), environment, {
        userAgent: `slipway/${version} engine/${engine.version}`,
        ...(logRequest ? { log: logRequest } : {}),
        ...(logWait ? { logWait } : {}),
        ...timing,
      });
      return formerVariables(environment);
    },
    stop: async () => {},
  };
};
