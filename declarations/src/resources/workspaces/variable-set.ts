import {
  bool,
  computed,
  id,
  int,
  optional,
  required,
  resource,
  string,
  stringOfLength,
  time,
  toOneRelationship,
  when,
} from '../../declare/index.ts';
import { organization } from './organization.ts';
import { moveFromTfe } from '../state-moves.ts';

export const variableSet = resource('variable_set', {
  service: 'workspaces',
  doc: 'A named group of variables, applied to chosen workspaces, to all workspaces of a project, or to all of the organization.',
  type: 'varsets',
  naturalKey: ['organization', 'name'],
  imports: ['{id}', '{organization}/{name}'],
  stateMoves: [moveFromTfe('tfe_variable_set', { id: 'id', organization: 'organization', name: 'name' })],

  endpoints: {
    create: 'POST /organizations/{organization}/varsets',
    list: 'GET /organizations/{organization}/varsets',
    read: 'GET /varsets/{id}',
    update: 'PATCH /varsets/{id}',
    delete: 'DELETE /varsets/{id}',
  },

  attributes: {
    id: computed(id('varset'), 'The ID of the set.'),
    organization,
    name: required(stringOfLength(1, 255), 'The name of the set.'),
    description: optional(string, 'What the set is for.', { default: '' }),
    global: optional(bool, 'Whether it applies to all current and future workspaces of the organization.', { default: false }),
    priority: optional(bool, 'Whether its variables win over values of more specific scope, those of the command line included.', {
      default: false,
    }),
    parent_project_id: optional(id('prj'), 'The project that owns the set; the organization unless set.', {
      immutable: true,
      references: 'project',
      at: toOneRelationship('parent', 'projects'),
    }),
    var_count: computed(int, 'How many variables it holds.', { changesWith: '*' }),
    workspace_count: computed(int, 'How many workspaces it is applied to.', { changesWith: '*' }),
    project_count: computed(int, 'How many projects it is applied to.', { changesWith: '*' }),
    updated_at: computed(time, 'When it last changed.', { changesWith: '*' }),
  },

  constraints: [when('global', true).forbids('parent_project_id', 'a set that a project owns reaches only the workspaces of that project')],
});
