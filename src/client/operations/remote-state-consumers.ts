import { shownWorkspace } from '../../resources/workspaces/data/workspace-attributes.ts';
import type { Line } from '../line.ts';
import { ask, type Options, walk } from './ask.ts';
import { decode, references } from './documents.ts';
import type { Workspace } from './workspaces.ts';

/** Who may read the state of a workspace. The three writes work only while its `global_remote_state` is false. */
export const remoteStateConsumers = (line: Line) => {
  const write = (operation: 'replace' | 'add' | 'delete') => async (workspace_id: string, consumer_ids: readonly string[], options: Options = {}): Promise<void> => {
    await ask(line, `remoteStateConsumers.${operation}`, { workspace_id }, { body: references('workspaces', consumer_ids), effect: 'put', ...options });
  };
  return {
    async *list(workspace_id: string, options: Options = {}): AsyncGenerator<Workspace> {
      for await (const { item } of walk(line, 'remoteStateConsumers.list', { workspace_id }, {}, options)) yield decode(shownWorkspace, item);
    },
    /** Needs the right to manage all workspaces of the organization. */
    replace: write('replace'), add: write('add'), delete: write('delete'),
  };
};
