/** The calls of state stores (protocol 6.11). What answers them is loaded with the first of them: most configurations have none. */
export const stateStoreProcedures: readonly string[] = [
  'ValidateStateStoreConfig',
  'ConfigureStateStore',
  'ReadStateBytes',
  'WriteStateBytes',
  'LockState',
  'UnlockState',
  'GetStates',
  'DeleteState',
];
