import { bool, computed, id, jsonText, listDataSource, required, string } from '../../../declare/index.ts';

export const workspaceOutputs = listDataSource('workspace_outputs', {
  service: 'workspaces',
  doc: 'The outputs of the current state of one workspace.',
  requests: ['GET /workspaces/{workspace_id}/current-state-version-outputs'],
  items: 'outputs',
  of: {
    id: computed(string, 'The ID of the output.'),
    name: computed(string, 'Its name.'),
    sensitive: computed(bool, 'Whether the service withholds its value.'),
    type: computed(string, 'Its type: `string`, `number`, `bool`, `array` or `object`.'),
    detailed_type: computed(jsonText, 'Its type in detail, as JSON.'),
    value_json: computed(jsonText, 'Its value as JSON, for `jsondecode`; null where it is sensitive.', { at: 'value', sensitive: true }),
  },
  filters: { workspace_id: required(id('ws'), 'The workspace.') },
  notes: ['A workspace without a state has no outputs to list: the service answers 404.'],
});
