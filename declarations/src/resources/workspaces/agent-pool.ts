import {
  bool,
  computed,
  id,
  identifierLinkage,
  int,
  optional,
  required,
  resource,
  setOf,
  time,
  toManyRelationship,
} from '../../declare/index.ts';
import { objectName } from './object-name.ts';
import { organization } from './organization.ts';
import { moveFromTfe } from '../state-moves.ts';

const identifiers = (relationship: string, type: string, prefix: string, doc: string) =>
  optional(setOf(id(prefix)), doc, { default: [], at: toManyRelationship(relationship, identifierLinkage(type)) });

export const agentPoolResource = resource('agent_pool', {
  service: 'workspaces',
  doc: 'A group of agents, on which workspaces of the execution mode `agent` run.',
  type: 'agent-pools',
  naturalKey: ['organization', 'name'],
  imports: ['{id}', '{organization}/{name}'],
  stateMoves: [moveFromTfe('tfe_agent_pool', { id: 'id', organization: 'organization', name: 'name' })],

  endpoints: {
    create: 'POST /organizations/{organization}/agent-pools',
    list: 'GET /organizations/{organization}/agent-pools',
    read: 'GET /agent-pools/{id}',
    update: 'PATCH /agent-pools/{id}',
    delete: 'DELETE /agent-pools/{id}',
  },

  attributes: {
    id: computed(id('apool'), 'The ID of the pool.'),
    organization,
    name: required(objectName, 'Its name, unique in the organization.'),
    organization_scoped: optional(bool, 'Whether every workspace of the organization may use it.', { default: true }),
    allowed_workspace_ids: identifiers('allowed-workspaces', 'workspaces', 'ws', 'Workspaces that may use it where not all may.'),
    allowed_project_ids: identifiers('allowed-projects', 'projects', 'prj', 'Projects whose workspaces may use it where not all may.'),
    excluded_workspace_ids: identifiers('excluded-workspaces', 'workspaces', 'ws', 'Workspaces that may not use it.'),
    agent_count: computed(int, 'How many agents it has.', { changesWith: '*' }),
    created_at: computed(time, 'When it was made.'),
  },
});
