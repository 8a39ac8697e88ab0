import {
  serviceDefault,
  computed,
  id,
  stringMatching,
  optional,
  keyValueLinkage,
  renamedAttributes,
  required,
  resource,
  stringOfLength,
  toManyRelationship,
} from '../../declare/index.ts';
import { organization } from './organization.ts';
import { ignoreAdditional, tagMap } from './tags.ts';
import { idleDuration } from './workspace-name.ts';
import { moveFromTfe } from '../state-moves.ts';

const projectName = stringMatching(
  /^[A-Za-z0-9_][A-Za-z0-9 _-]{1,38}[A-Za-z0-9_]$/,
  'a project name: 3 to 40 letters, digits, spaces, - and _',
);

export const project = resource('project', {
  service: 'workspaces',
  doc: 'A project: workspaces that share tags, variable sets and rights.',
  type: 'projects',
  naturalKey: ['organization', 'name'],
  imports: ['{id}', '{organization}/{name}'],
  stateMoves: [
    moveFromTfe('tfe_project', { id: 'id', organization: 'organization', name: 'name', ignore_additional_tags: 'ignore_additional_tags' }),
  ],
  upgrades: [renamedAttributes],

  endpoints: {
    create: 'POST /organizations/{organization}/projects',
    list: 'GET /organizations/{organization}/projects',
    read: 'GET /projects/{id}',
    update: 'PATCH /projects/{id}',
    delete: 'DELETE /projects/{id}',
    'get tags': 'GET /projects/{id}/tag-bindings',
  },

  attributes: {
    id: computed(id('prj'), 'The ID of the project.'),
    organization,
    name: required(projectName, 'Its name, unique in the organization.'),
    description: optional(stringOfLength(0, 256), 'What it is for.', { default: '' }),
    auto_destroy_activity_duration: optional(
      idleDuration,
      'After how long without activity its workspaces are destroyed, unless they set their own.',
    ),
    tags: optional(
      tagMap,
      'Key-value tags, which its workspaces inherit. Removed when it is unset again; tags made elsewhere are left alone unless it is ' +
        'set. `{}` removes all.',
      {
        default: serviceDefault,
        ownership: 'ignore_additional_tags',
        at: toManyRelationship('tag-bindings', keyValueLinkage('tag-bindings'), { as: 'map' }),
      },
    ),
    ignore_additional_tags: ignoreAdditional(
      'ignore_additional_tags',
      'tags_own',
      'Whether tags that `tags` does not name are left alone; by default they are removed.',
    ),
  },
});
