import { teamMember } from '../../declarations/src/resources/workspaces/team-member.ts';
import { errorDocument, organizationRead } from './support/organization.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const state = { team_id: 'team-1', organization_membership_id: 'ou-1' };
const path = '/teams/team-1/relationships/organization-memberships';
const listed = `GET ${path}?page%5Bnumber%5D=1&page%5Bsize%5D=100`;
const member = (id: string) => ({ id, type: 'organization-memberships', attributes: { status: 'active', email: `${id}@example.com` } });
const body = { data: [{ type: 'organization-memberships', id: 'ou-1' }] };

testResource(
  teamMember,
  {
    create: { create: state, exchanges: [{ request: `POST ${path}`, body, status: 204 }], state },
    list: { read: state, exchanges: [{ request: listed, status: 200, answer: listPage([member('ou-2'), member('ou-1')]) }], state },
    delete: { delete: state, exchanges: [{ request: `DELETE ${path}`, body, status: 204 }] },
  },
  {
    'a member who left the team is gone': {
      read: state,
      exchanges: [{ request: listed, status: 200, answer: listPage([member('ou-2')]) }],
      state: null,
    },
    'a team that this token may no longer see keeps its members': {
      read: state,
      exchanges: [{ request: listed, status: 404, answer: errorDocument('404') }, organizationRead({ 'can-create-team': false })],
      error: 'either it is gone, or this token may no longer see it',
    },
  },
);
