import type { LogEntry, Opening } from '../client/open-line.ts';
import type { Resource, Values } from '../declare/index.ts';
import { providerSchema, verdict } from '../derive/index.ts';
import type { Provider, Schema } from '../protocol/server.ts';
import { actions, dataSources, ephemerals, functions, resources } from '../resources/index.ts';
import { actionServer } from './action-server.ts';
import { dataSourceServer } from './data-source-server.ts';
import { deprecations } from './deprecations.ts';
import { diagnoseFault } from './diagnose.ts';
import { diagnosing } from './diagnosing.ts';
import { ephemeralServer } from './ephemeral-server.ts';
import { functionServer } from './function-server.ts';
import { type Lines, linesOf } from './lines.ts';
import { listServer } from './list-server.ts';
import { type Behind, resourceServer } from './resource-server.ts';
import { providerBlock } from './section.ts';

/** The provider's name: the prefix of its resource types. */
export const providerName = 'slipway';

/** Every value of the record made when it is first looked at: a start serves few of the resources, and none before the handshake. */
const lazily = <A, B>(of: { readonly [name: string]: A }, prefix: string, make: (value: A) => B): { readonly [name: string]: B } => {
  const out = {};
  for (const [name, value] of Object.entries(of)) {
    let made: B | undefined;
    Object.defineProperty(out, `${prefix}${name}`, { enumerable: true, get: () => (made ??= make(value)) });
  }
  return out;
};

const listable = (resource: Resource): boolean => resource.endpoints.list !== undefined && !('attachment' in resource) && !('wholeList' in resource) && resource.key.includes('id');

export interface Making {
  readonly version: string;
  readonly environment: { readonly [name: string]: string | undefined };
  log(message: string): void;
  logRequest?(entry: LogEntry): void;
  /** How calls wait; for tests. */
  readonly waiting?: Pick<Opening, 'deadline' | 'clock' | 'random'>;
}

/** resources × plan × client, as the protocol wants it. */
export const makeProvider = ({ version, environment, log, logRequest, waiting }: Making): Provider => {
  const prefix = `${providerName}_`;
  let lines: Lines = linesOf({}, environment, { userAgent: `slipway/${version}` });
  let diagnose = diagnosing();
  const behind: Behind = {
    lines: () => lines, log,
    diagnose: (error, doing) => diagnose(error, doing),
    resourceNamed: (name) => {
      const resource = resources[name];
      if (!resource) throw new Error(`an attribute refers to "${name}", which is no resource`);
      return resource;
    },
  };
  const lists = Object.fromEntries(Object.entries(resources).filter(([, resource]) => listable(resource)));
  let schema: Schema | undefined;
  return {
    version,
    get schema() { return (schema ??= providerSchema(providerBlock)); },
    resources: lazily(resources, prefix, (resource) => resourceServer(resource, behind, prefix)),
    dataSources: lazily(dataSources, prefix, (source) => dataSourceServer(source, behind)),
    ephemerals: lazily(ephemerals, prefix, (one) => ephemeralServer(one, behind)),
    functions: lazily(functions, '', functionServer),
    actions: lazily(actions, prefix, (action) => actionServer(action, behind)),
    lists: lazily(lists, prefix, (resource) => listServer(resource, behind)),
    validate: async (config: Values) => [...verdict(providerBlock, config).map(diagnoseFault), ...deprecations(providerBlock, config)],
    configure: async (config, engine) => {
      diagnose = diagnosing();
      lines = linesOf(config, environment, { userAgent: `slipway/${version} engine/${engine.version}`, ...(logRequest ? { log: logRequest } : {}), ...waiting });
      return [];
    },
    stop: async () => {},
  };
};
