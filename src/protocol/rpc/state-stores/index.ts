import type { Rpc } from '../rpc.ts';
import { configureStateStore } from './configure-state-store.ts';
import { deleteState } from './delete-state.ts';
import { getStates } from './get-states.ts';
import { lockState } from './lock-state.ts';
import { readStateBytes } from './read-state-bytes.ts';
import { unlockState } from './unlock-state.ts';
import { validateStateStoreConfig } from './validate-state-store-config.ts';
import { writeStateBytes } from './write-state-bytes.ts';

/** Every call of state stores; their names are in `procedures.ts`. */
export const stateStoreRpcs: readonly Rpc[] = [
  validateStateStoreConfig,
  configureStateStore,
  readStateBytes,
  writeStateBytes,
  lockState,
  unlockState,
  getStates,
  deleteState,
];
