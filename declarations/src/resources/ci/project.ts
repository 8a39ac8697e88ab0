import { computed, object, optional, required, resource, string, stringOfLength, uuid } from '../../declare/index.ts';
import { organizationRef, projectSlugKind } from './kinds.ts';
import { moveFromCircleci } from '../state-moves.ts';

export const ciProject = resource('ci_project', {
  service: 'ci',
  doc: 'A project of the CI service.',
  type: 'project',
  key: ['slug'],
  naturalKey: ['organization', 'name'],
  imports: ['{slug}'],
  notListed: 'The service has no list of the projects of an organization.',
  stateMoves: [moveFromCircleci('circleci_project', { slug: 'slug' })],

  endpoints: {
    create: 'POST /organization/{organization}/project',
    read: 'GET /project/{slug}',
    'show by name': 'GET /project/{organization}/{name}',
    delete: 'DELETE /project/{slug}',
  },

  attributes: {
    id: computed(uuid, 'The ID of the project.'),
    slug: computed(projectSlugKind, 'Its slug: provider/organization/project.'),
    organization: optional(
      organizationRef,
      "Who owns it: the ID of an organization or its slug; the one of the provider's `ci` section unless set.",
      {
        inherits: 'organization',
        immutable: true,
        at: 'organization_slug',
        equivalents: ['organization_id', 'organization_slug'],
      },
    ),
    name: required(stringOfLength(1, 255), 'Its name.', { immutable: true }),
    organization_id: computed(uuid, 'The ID of its organization.'),
    organization_slug: computed(string, 'The slug of its organization.'),
    organization_name: computed(string, 'The name of its organization.'),
    vcs_info: computed(
      object({
        provider: computed(string, 'Where its code is kept.'),
        default_branch: computed(string, 'The default branch.'),
        vcs_url: computed(string, 'The repository, if the service returns it.'),
      }),
      'Its repository.',
    ),
  },
});
