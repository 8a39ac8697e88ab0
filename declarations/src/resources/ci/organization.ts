import {
  type AttributeKind,
  computed,
  oneOf,
  optional,
  required,
  resource,
  serviceDefault,
  stringMatching,
  uuid,
} from '../../declare/index.ts';
import { organizationSlugKind } from './kinds.ts';
import { moveFromCircleci } from '../state-moves.ts';

const isNative = (value: unknown): boolean => value === 'native' || value === 'circleci';
/** `native` in the neutral dialect is `circleci` in the hosted one. */
const codeHost: AttributeKind<'github' | 'bitbucket' | 'native' | 'circleci'> = {
  ...oneOf('github', 'bitbucket', 'native', 'circleci'),
  isSameValue: (one, other) => one === other || (isNative(one) && isNative(other)),
};

export const ciOrganization = resource('ci_organization', {
  service: 'ci',
  doc: 'An organization: owns projects and contexts.',
  type: 'organization',
  imports: ['{id}'],
  notListed: 'The service lists all organizations that a user can work with: the data source `slipway_ci_collaborations` reads them.',
  stateMoves: [moveFromCircleci('circleci_organization', { id: 'id' })],

  endpoints: {
    create: 'POST /organization',
    read: 'GET /organization/{id}',
    delete: 'DELETE /organization/{id}',
  },

  attributes: {
    id: computed(uuid, 'The ID of the organization.'),
    name: required(
      stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, 'the name of an organization: 1 to 40 letters, digits, - and _'),
      'Its name.',
      { immutable: true },
    ),
    vcs_type: optional(
      codeHost,
      'Where its code is: at a code host, or at none (`native`, which the hosted service calls `circleci` and requires).',
      {
        default: serviceDefault,
        immutable: true,
      },
    ),
    slug: computed(organizationSlugKind, 'Its slug: provider/organization.'),
  },

  notes: [
    "An organization is made with a user's own token, who owns it. In the embedded service it exists in the workspace service, too, " +
      'and is not deleted while it has workspaces there.',
  ],
});
