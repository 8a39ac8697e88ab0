import { isUnknown, type Values } from '@slipway/declarations/declare';
import type { CallContext, Diagnostic, StateStoreServer } from '../../protocol/provider-server.ts';
import type { BlockSchema } from '@slipway/declarations/block-schema';
import { diagnose } from '../diagnose.ts';
import { requireSetting } from '../provider-section.ts';
import type { ServiceClients } from '../service-clients.ts';
import { workspaceStateStore } from './declaration.ts';
import { largestState, readState, writeState } from './state-content.ts';
import { type HeldLocks, lockedError, lockStateWorkspace, unlockStateWorkspace } from './state-locks.ts';
import { StateStoreError } from './state-store-error.ts';
import { deleteStateWorkspace, findStateWorkspace, listStates, type StoreContext } from './state-workspace.ts';
import { findMissingBound, readStoreSettings, type StoreSettings } from './store-settings.ts';

const toDiagnostic = (error: unknown, task: string): Diagnostic =>
  error instanceof StateStoreError ? { severity: 'error', summary: error.message, detail: error.detail } : diagnose(error, task);

/** What an operation returns, or the diagnostic of what it throws. */
const attempt = async <T>(task: string, operation: () => Promise<T>): Promise<{ value?: T; diagnostics: readonly Diagnostic[] }> => {
  try {
    return { value: await operation(), diagnostics: [] };
  } catch (error) {
    const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    return { diagnostics: errors.map((one) => toDiagnostic(one, task)) };
  }
};

const deleteState = async (context: StoreContext, id: string): Promise<void> => {
  const workspace = await findStateWorkspace(context, id);
  if (workspace?.isLocked) throw lockedError(id, workspace);
  if (workspace !== null) await deleteStateWorkspace(context, workspace);
};

/** What the calls of one engine share. */
interface StoreSession {
  settings: StoreSettings | undefined;
  readonly held: HeldLocks;
  readonly members: Set<string>;
}

/** The calls that need a configured store. */
const stateCalls = (
  { held }: StoreSession,
  contextOf: (call: CallContext) => StoreContext,
): Pick<StateStoreServer, 'read' | 'write' | 'lock' | 'unlock' | 'list' | 'delete'> => ({
  read: async (id, call) => {
    const { value: state, diagnostics } = await attempt(`read the state "${id}"`, () => readState(contextOf(call), id));
    return { diagnostics, ...(state === undefined ? {} : { state }) };
  },
  write: async (id, state, call) =>
    (await attempt(`write the state "${id}"`, () => writeState(contextOf(call), held, id, state))).diagnostics,
  lock: async (id, operation, call) => {
    const { value: lockId, diagnostics } = await attempt(`lock the state "${id}"`, () =>
      lockStateWorkspace(contextOf(call), held, id, operation),
    );
    return { diagnostics, ...(lockId === undefined ? {} : { lockId }) };
  },
  unlock: async (id, lockId, call) =>
    (await attempt(`unlock the state "${id}"`, () => unlockStateWorkspace(contextOf(call), held, id, lockId))).diagnostics,
  list: async (call) => {
    const { value: ids = [], diagnostics } = await attempt('list the states', () => listStates(contextOf(call)));
    return { ids, diagnostics };
  },
  delete: async (id, call) => (await attempt(`delete the state "${id}"`, () => deleteState(contextOf(call), id))).diagnostics,
});

/** What the provider does for each of its blocks. */
export interface BlockFunctions {
  clients(): ServiceClients;
  schemaOf(block: typeof workspaceStateStore): BlockSchema;
  validate(block: typeof workspaceStateStore, config: Values): readonly Diagnostic[];
}

/** The state store that keeps each state in a workspace, for one engine. */
export const createWorkspaceStateStore = ({ clients, schemaOf, validate }: BlockFunctions): StateStoreServer => {
  const session: StoreSession = { settings: undefined, held: new Map(), members: new Set() };
  const contextOf = ({ signal }: CallContext): StoreContext => {
    const { settings, members } = session;
    if (settings === undefined) throw new Error('the engine used the state store before it configured it');
    return { client: clients().client('workspaces'), settings, signal, members };
  };
  return {
    schema: schemaOf(workspaceStateStore),
    largestState,
    validate: async (config) => [
      ...validate(workspaceStateStore, config as Values),
      ...(Object.values(config).some(isUnknown) ? [] : findMissingBound(config as Values)),
    ],
    configure: async (config) => {
      const { diagnostics } = await attempt('configure the state store', async () => {
        const services = clients();
        session.settings = readStoreSettings(config as Values, () => requireSetting(services.section('workspaces'), 'organization'));
        services.client('workspaces');
        session.held.clear();
        session.members.clear();
      });
      return diagnostics;
    },
    ...stateCalls(session, contextOf),
  };
};
