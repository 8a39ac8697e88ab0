import { computed, ephemeral, id, jsonText, mapOf, required } from '../../../declare/index.ts';
import { nonsensitiveValues } from '../output-attributes.ts';

export const ephemeralWorkspaceOutputs = ephemeral('workspace_outputs', {
  service: 'workspaces',
  doc: 'The outputs of the current state of one workspace, sensitive ones included, for one run of the engine: in no plan and no state.',
  requests: ['GET /workspaces/{workspace_id}/current-state-version-outputs', 'GET /state-version-outputs/{id}'],
  attributes: {
    workspace_id: required(id('ws'), 'The workspace.'),
    values_json: computed(mapOf(jsonText), 'The value of each output by its name, as JSON, for `jsondecode`.', { sensitive: true }),
    nonsensitive_values_json: nonsensitiveValues,
  },
  notes: [
    'A workspace without a state has no outputs to read: the service answers 404.',
    'Each sensitive output is one more request. The token needs the right to read outputs of states.',
    'Where no sensitive output is needed, the data source of this name is enough.',
  ],
});
