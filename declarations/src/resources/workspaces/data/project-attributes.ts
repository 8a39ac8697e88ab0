import { bool, computed, id, int, mapOf, oneOf, time, toOneRelationship } from '../../../declare/index.ts';
import { project } from '../project.ts';

const { tags: _, ignore_additional_tags: __, ...writable } = project.attributes;

/** What the document of a project contains. */
export const projectAttributes = {
  ...writable,
  default_execution_mode: computed(oneOf('remote', 'local', 'agent'), 'Where runs of its workspaces happen by default.'),
  default_agent_pool_id: computed(id('apool'), 'The agents that run its workspaces by default.', {
    at: toOneRelationship('default-agent-pool', 'agent-pools'),
  }),
  workspace_count: computed(int, 'How many workspaces it has.'),
  permissions: computed(mapOf(bool), 'What this token may do with it: `can-update`, `can-create-workspace` …'),
  created_at: computed(time, 'When it was made.'),
  updated_at: computed(time, 'When it last changed.'),
};
