import { variableSetProject } from '../../declarations/src/resources/workspaces/variable-set-project.ts';
import { listPage } from './support/page.ts';
import { organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { testResource } from './support/resource-case.ts';

const state = { variable_set_id: 'varset-1', project_id: 'prj-1' };
const set = (...ids: string[]) => ({
  data: {
    id: 'varset-1',
    type: 'varsets',
    attributes: { name: 'common' },
    relationships: { workspaces: { data: [] }, projects: { data: ids.map((id) => ({ id, type: 'projects' })) } },
  },
});

testResource(
  variableSetProject,
  {
    create: {
      create: state,
      exchanges: [
        { request: 'POST /varsets/varset-1/relationships/projects', body: { data: [{ type: 'projects', id: 'prj-1' }] }, status: 204 },
      ],
      state,
    },
    list: { read: state, exchanges: [{ request: 'GET /varsets/varset-1', status: 200, answer: set('prj-0', 'prj-1') }], state },
    delete: {
      delete: state,
      exchanges: [
        { request: 'DELETE /varsets/varset-1/relationships/projects', body: { data: [{ type: 'projects', id: 'prj-1' }] }, status: 204 },
      ],
    },
  },
  {
    'a set that is no longer applied there is gone': {
      read: state,
      exchanges: [{ request: 'GET /varsets/varset-1', status: 200, answer: set() }],
      state: null,
    },
    'a set that is gone takes its applications along': {
      read: state,
      exchanges: [{ request: 'GET /varsets/varset-1', status: 404, answer: errorDocument('404') }, organizationRead(allPermissions)],
      state: null,
    },
    'a set that this token may no longer see keeps them': {
      read: state,
      exchanges: [
        { request: 'GET /varsets/varset-1', status: 404, answer: errorDocument('404') },
        organizationRead({ 'can-manage-varsets': false }),
      ],
      error: 'either it is gone, or this token may no longer see it',
    },
    'an application whose answer was lost is said again: twice is once': {
      create: state,
      exchanges: [
        { request: 'POST /varsets/varset-1/relationships/projects', body: { data: [{ type: 'projects', id: 'prj-1' }] }, status: 'lost' },
        { request: 'POST /varsets/varset-1/relationships/projects', body: { data: [{ type: 'projects', id: 'prj-1' }] }, status: 204 },
      ],
      state,
    },
    'it may be imported by names': {
      find: 'acme/common/payments',
      exchanges: [
        {
          request: 'GET /organizations/acme/varsets?page%5Bnumber%5D=1&page%5Bsize%5D=100',
          status: 200,
          answer: listPage([{ ...set().data, attributes: { name: 'other' }, id: 'varset-0' }, set().data]),
        },
        {
          request: 'GET /organizations/acme/projects?page%5Bnumber%5D=1&page%5Bsize%5D=100',
          status: 200,
          answer: listPage([{ id: 'prj-1', type: 'projects', attributes: { name: 'payments' } }]),
        },
      ],
      state,
    },
  },
);
