import { organizationMembership } from '../../declarations/src/resources/workspaces/organization-membership.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const document = {
  id: 'ou-1',
  type: 'organization-memberships',
  attributes: { email: 'ann@example.com', status: 'active', username: 'ann' },
  relationships: { organization: { data: { id: 'acme', type: 'organizations' } }, user: { data: { id: 'user-1', type: 'users' } } },
};
const state = { id: 'ou-1', organization: 'acme', email: 'ann@example.com', status: 'active', username: 'ann', user_id: 'user-1' };
const shown = { request: 'GET /organization-memberships/ou-1', status: 200, answer: { data: document } } as const;

testResource(organizationMembership, {
  create: {
    create: { email: 'ann@example.com' },
    exchanges: [
      {
        request: 'POST /organizations/acme/organization-memberships',
        body: { data: { type: 'organization-memberships', attributes: { email: 'ann@example.com' } } },
        status: 201,
        answer: { data: document },
      },
    ],
    state,
  },
  list: {
    read: state,
    times: 3,
    exchanges: [
      shown,
      shown,
      {
        request: 'GET /organizations/acme/organization-memberships?page%5Bnumber%5D=1&page%5Bsize%5D=100',
        status: 200,
        answer: listPage([{ ...document, id: 'other-1' }, document]),
      },
    ],
    state,
  },
  read: { read: state, exchanges: [shown], state },
  delete: { delete: state, exchanges: [{ request: 'DELETE /organization-memberships/ou-1', status: 204 }] },
});
