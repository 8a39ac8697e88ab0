import { serveReattach } from '../../../protocol/reattach.ts';
import { providerAddress } from '../../../engine/address.ts';
import { makeProvider } from '../../../provider/provider.ts';
import type { RequestLogEntry } from '../../../client/open-service-client.ts';
import { openService } from '@slipway/service/start';
import { type ProtocolClient, protocolClient, value } from '../../protocol/client.ts';

export const token = 'user-token-0123456789';
const type_name = 'slipway_workspace';

/** An embedded service, and requests to it beside the state store. */
export const openStates = async () => {
  const service = await openService({ store: 'memory', organization: 'acme', token, test: true });
  const request = async (method: string, path: string, data?: unknown): Promise<{ status: number; data: any }> => {
    const response = await fetch(`${service.address}/api/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/vnd.api+json' },
      ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
    });
    const text = await response.text();
    return { status: response.status, data: text === '' ? undefined : JSON.parse(text).data };
  };
  const createWorkspace = async (name: string): Promise<string> =>
    (await request('POST', '/organizations/acme/workspaces', { type: 'workspaces', attributes: { name } })).data.id;
  /** The token of a team that may do so much in a workspace. */
  const teamToken = async (name: string, workspace: string, access: string): Promise<string> => {
    const team = (await request('POST', '/organizations/acme/teams', { type: 'teams', attributes: { name } })).data.id;
    const relationships = { team: { data: { type: 'teams', id: team } }, workspace: { data: { type: 'workspaces', id: workspace } } };
    await request('POST', '/team-workspaces', { type: 'team-workspaces', attributes: { access }, relationships });
    return (await request('POST', `/teams/${team}/authentication-token`)).data.attributes.token;
  };
  return { service, request, createWorkspace, teamToken, close: () => service.close() };
};

/** What an engine does with the store, over the wire. Each has a provider of its own. */
export const engineOf = (client: ProtocolClient) => {
  const summaries = ({ diagnostics }: { diagnostics: readonly { summary: string; detail: string }[] }) =>
    diagnostics.map(({ summary, detail }) => `${summary} | ${detail}`);
  return {
    client,
    configure: async (config: object, suggested = 8_388_608) => {
      const attributes = { organization: null, prefix: null, project_id: null, tags: null, ...config };
      const answer = await client.call('ConfigureStateStore', {
        type_name,
        config: value(attributes),
        capabilities: { chunk_size: suggested },
      });
      return summaries(answer);
    },
    validate: async (config: object) => {
      const attributes = { organization: null, prefix: null, project_id: null, tags: null, ...config };
      return summaries(await client.call('ValidateStateStoreConfig', { type_name, config: value(attributes) }));
    },
    read: async (state_id: string) => {
      const chunks = await client.all('ReadStateBytes', { type_name, state_id });
      return { state: Buffer.concat(chunks.map(({ bytes }) => bytes)), errors: chunks.flatMap(summaries), chunks: chunks.length };
    },
    write: async (state_id: string, state: string | Buffer, size = 8_388_608) => {
      const bytes = Buffer.from(state);
      const messages = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => {
        const part = bytes.subarray(at * size, (at + 1) * size);
        const range = { start: at * size, end: at * size + part.length - 1 };
        return { bytes: part, total_length: bytes.length, range, ...(at === 0 ? { meta: { type_name, state_id } } : {}) };
      });
      return summaries(await client.collect('WriteStateBytes', messages));
    },
    lock: async (state_id: string, operation = 'OperationTypeApply') => {
      const answer = await client.call('LockState', { type_name, state_id, operation });
      return { id: answer.lock_id as string, errors: summaries(answer) };
    },
    unlock: async (state_id: string, lock_id: string) => summaries(await client.call('UnlockState', { type_name, state_id, lock_id })),
    list: async () => {
      const answer = await client.call('GetStates', { type_name });
      return { ids: answer.state_id as readonly string[], errors: summaries(answer) };
    },
    remove: async (state_id: string) => summaries(await client.call('DeleteState', { type_name, state_id })),
  };
};
export type StateEngine = ReturnType<typeof engineOf>;

/** Engines that use the store with one token each. */
export const openEngines = async (address: () => string) => {
  const logged: RequestLogEntry[] = [];
  let next = { token, dialect: 'neutral' };
  const served = await serveReattach(
    () =>
      makeProvider({
        version: '0.1.0',
        log: () => {},
        logRequest: (entry) => logged.push(entry),
        environment: {
          SLIPWAY_WORKSPACES_ADDRESS: address(),
          SLIPWAY_WORKSPACES_TOKEN: next.token,
          SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
          SLIPWAY_WORKSPACES_DIALECT: next.dialect,
        },
      }),
    { source: providerAddress },
  );
  const opened: ProtocolClient[] = [];
  return {
    logged,
    open: async (config: object, more: Partial<typeof next> = {}): Promise<StateEngine> => {
      next = { token, dialect: 'neutral', ...more };
      const client = protocolClient(`unix:${served.address.at}`);
      opened.push(client);
      await client.call('ConfigureProvider', { terraform_version: '1.17.0', config: value({ workspaces: null, ci: null }) });
      const engine = engineOf(client);
      const errors = await engine.configure(config);
      if (errors.length > 0) throw new Error(errors.join());
      return engine;
    },
    close: async () => {
      for (const client of opened) client.close();
      await served.close();
    },
  };
};

/** A state as an engine writes it. */
export const stateOf = (serial: number, more: object = {}): string =>
  `${JSON.stringify(
    {
      version: 4,
      terraform_version: '1.17.0',
      serial,
      lineage: 'b8f1f7a0-0000-4000-8000-000000000001',
      outputs: {},
      resources: [],
      ...more,
    },
    null,
    2,
  )}\n`;
