import { id, listDataSource, required } from '../../../declare/index.ts';
import { nonsensitiveValues, outputAttributes } from '../output-attributes.ts';

export const workspaceOutputs = listDataSource('workspace_outputs', {
  service: 'workspaces',
  doc: 'The outputs of the current state of one workspace.',
  requests: ['GET /workspaces/{workspace_id}/current-state-version-outputs'],
  items: 'outputs',
  of: outputAttributes,
  index: { name: 'nonsensitive_values_json', attribute: nonsensitiveValues, key: 'name', value: 'value_json', unless: 'sensitive' },
  filters: { workspace_id: required(id('ws'), 'The workspace.') },
  notes: [
    'A workspace without a state has no outputs to list: the service answers 404.',
    'The state of a data source is stored: sensitive outputs have no value in it. The ephemeral resource of this name has their values.',
  ],
});
