import { computed, id, required, resource, string, time, toOneRelationship } from '../../declare/index.ts';
import { moveFromTfe } from '../state-moves.ts';

export const runTriggerResource = resource('run_trigger', {
  service: 'workspaces',
  doc: 'Starts a run in a workspace when a run of another one was applied.',
  type: 'run-triggers',
  naturalKey: ['workspace_id', 'sourceable_id'],
  imports: ['{workspace_id}/{id}'],
  stateMoves: [moveFromTfe('tfe_run_trigger', { id: 'id', workspace_id: 'workspace_id' })],

  endpoints: {
    create: 'POST /workspaces/{workspace_id}/run-triggers',
    list: 'GET /workspaces/{workspace_id}/run-triggers?filter[run-trigger][type]=inbound',
    read: 'GET /run-triggers/{id}',
    delete: 'DELETE /run-triggers/{id}',
  },

  attributes: {
    id: computed(id('rt'), 'The ID of the trigger.'),
    workspace_id: required(id('ws'), 'The workspace in which runs are started.', {
      pathParameter: true,
      references: 'workspace',
      at: toOneRelationship('workspace', 'workspaces'),
    }),
    sourceable_id: required(id('ws'), 'The workspace whose applied runs start them.', {
      immutable: true,
      references: 'workspace',
      at: toOneRelationship('sourceable', 'workspaces'),
    }),
    workspace_name: computed(string, 'The name of the workspace.'),
    sourceable_name: computed(string, 'The name of the source.'),
    created_at: computed(time, 'When it was made.'),
  },
});
