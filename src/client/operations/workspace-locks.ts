import { workspaceAttributes } from '@slipway/declarations/resources/workspaces/data/workspace-attributes';
import type { ServiceResponse, ServiceClient } from '../contract/service-client.ts';
import { callOperation, type OperationOptions, type OperationResponse } from './call-operation.ts';
import { type DocumentValues, decodeResponseDocument } from './documents.ts';

type LockedWorkspace = DocumentValues<typeof workspaceAttributes>;

/**
 * Locking is no repeatable write: a second lock is refused (409), and so is a second unlock. After a lost answer the workspace
 * is looked at first. The 503 of an unlock, before the state is final, is tried again for a short while.
 */
export const workspaceLocksApi = (client: ServiceClient) => {
  const workspaceIn = (response: OperationResponse): LockedWorkspace => decodeResponseDocument(workspaceAttributes, response);
  const whenSo = (workspace_id: string, so: (values: LockedWorkspace) => boolean) => async (): Promise<ServiceResponse | null> => {
    const response = await callOperation(client, 'workspaces.show', { workspace_id });
    return so(workspaceIn(response)) ? response : null;
  };
  return {
    /** Refused with 409 when it is locked already. */
    lock: async (
      workspace_id: string,
      { reason = '', ...options }: OperationOptions & { readonly reason?: string } = {},
    ): Promise<LockedWorkspace> => {
      const findExisting = whenSo(workspace_id, (values) => values.locked === true && (values.locked_reason ?? '') === reason);
      return workspaceIn(await callOperation(client, 'workspaces.lock', { workspace_id }, { body: { reason }, findExisting, ...options }));
    },
    /** Refused with 409 if the workspace is not locked, or locked by another user. */
    unlock: async (workspace_id: string, options: OperationOptions = {}): Promise<LockedWorkspace> =>
      workspaceIn(
        await callOperation(
          client,
          'workspaces.unlock',
          { workspace_id },
          { findExisting: whenSo(workspace_id, (values) => values.locked === false), ...options },
        ),
      ),
    /** Unlocks regardless of the holder; requires admin rights on the workspace. */
    forceUnlock: async (workspace_id: string, options: OperationOptions = {}): Promise<LockedWorkspace> =>
      workspaceIn(
        await callOperation(
          client,
          'workspaces.forceUnlock',
          { workspace_id },
          { findExisting: whenSo(workspace_id, (values) => values.locked === false), ...options },
        ),
      ),
  };
};
