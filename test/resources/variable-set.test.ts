import { variableSet } from '../../declarations/src/resources/workspaces/variable-set.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const document = {
  id: 'varset-1',
  type: 'varsets',
  attributes: {
    name: 'common',
    description: 'shared',
    global: false,
    priority: true,
    'updated-at': '2026-01-01T00:00:00.000Z',
    'var-count': 0,
    'workspace-count': 0,
    'project-count': 0,
  },
  relationships: {
    organization: { data: { id: 'acme', type: 'organizations' } },
    parent: { data: { id: 'prj-1', type: 'projects' } },
    workspaces: { data: [] },
    projects: { data: [] },
    vars: { data: [] },
  },
};
const state = {
  id: 'varset-1',
  organization: 'acme',
  name: 'common',
  description: 'shared',
  global: false,
  priority: true,
  parent_project_id: 'prj-1',
  var_count: 0,
  workspace_count: 0,
  project_count: 0,
  updated_at: '2026-01-01T00:00:00.000Z',
};
testResource(
  variableSet,
  {
    create: {
      create: { organization: 'acme', name: 'common', description: 'shared', global: false, priority: true, parent_project_id: 'prj-1' },
      exchanges: [
        {
          request: 'POST /organizations/acme/varsets',
          body: {
            data: {
              type: 'varsets',
              attributes: { name: 'common', description: 'shared', global: false, priority: true },
              relationships: { parent: { data: { type: 'projects', id: 'prj-1' } } },
            },
          },
          status: 200,
          answer: { data: document },
        },
      ],
      state,
    },
    update: {
      update: { from: state, to: { organization: 'acme', name: 'general', parent_project_id: 'prj-1', priority: true } },
      exchanges: [
        {
          request: 'PATCH /varsets/varset-1',
          body: { data: { id: 'varset-1', type: 'varsets', attributes: { name: 'general', description: '' } } },
          status: 200,
          answer: { data: { ...document, attributes: { ...document.attributes, name: 'general', description: '' } } },
        },
      ],
      state: { ...state, name: 'general', description: '' },
    },
    read: { read: state, exchanges: [{ request: 'GET /varsets/varset-1', status: 200, answer: { data: document } }], state },
    delete: { delete: state, exchanges: [{ request: 'DELETE /varsets/varset-1', status: 204 }] },
    list: {
      find: 'acme/common',
      exchanges: [
        {
          request: 'GET /organizations/acme/varsets?page%5Bnumber%5D=1&page%5Bsize%5D=100',
          status: 200,
          answer: listPage([{ ...document, id: 'varset-0', attributes: { ...document.attributes, name: 'other' } }, document]),
        },
      ],
      state: { id: 'varset-1', organization: 'acme', name: 'common' },
    },
  },
  {
    'unset attributes are not sent on create': {
      create: { name: 'common' },
      exchanges: [
        {
          request: 'POST /organizations/acme/varsets',
          body: { data: { type: 'varsets', attributes: { name: 'common' } } },
          status: 201,
          answer: {
            data: {
              ...document,
              attributes: { ...document.attributes, description: null, priority: false },
              relationships: { ...document.relationships, parent: { data: { id: 'acme', type: 'organizations' } } },
            },
          },
        },
      ],
      state: { description: '', priority: false, parent_project_id: null },
    },
  },
);
