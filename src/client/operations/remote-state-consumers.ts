import { workspaceAttributes } from '@slipway/declarations/resources/workspaces/data/workspace-attributes';
import type { ServiceClient } from '../contract/service-client.ts';
import { callOperation, type OperationOptions, listOperation } from './call-operation.ts';
import { decodeValues, identifiersBody } from './documents.ts';
import type { WorkspaceDetails } from './workspaces.ts';

/** Who may read the state of a workspace. The three writes work only while its `global_remote_state` is false. */
export const remoteStateConsumersApi = (client: ServiceClient) => {
  const write =
    (operation: 'replace' | 'add' | 'delete') =>
    async (workspace_id: string, consumer_ids: readonly string[], options: OperationOptions = {}): Promise<void> => {
      await callOperation(
        client,
        `remoteStateConsumers.${operation}`,
        { workspace_id },
        { body: identifiersBody('workspaces', consumer_ids), effect: 'put', ...options },
      );
    };
  return {
    async *list(workspace_id: string, options: OperationOptions = {}): AsyncGenerator<WorkspaceDetails> {
      for await (const { item } of listOperation(client, 'remoteStateConsumers.list', { workspace_id }, {}, options))
        yield decodeValues(workspaceAttributes, item);
    },
    /** Needs the right to manage all workspaces of the organization. */
    replace: write('replace'),
    add: write('add'),
    delete: write('delete'),
  };
};
