import { createFingerprint } from '../../src/plan/fingerprint.ts';
import { variableSetVariable } from '../../declarations/src/resources/workspaces/variable-set-variable.ts';
import { organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const document = {
  id: 'var-1',
  type: 'vars',
  attributes: {
    key: 'REGION',
    value: 'eu',
    description: 'where',
    category: 'env',
    hcl: false,
    sensitive: false,
    'created-at': '2026-01-01T00:00:00.000Z',
    'version-id': 'v-1',
  },
  relationships: { varset: { data: { id: 'varset-1', type: 'varsets' }, links: { related: '/api/v2/varsets/varset-1' } } },
  links: { self: '/api/v2/vars/var-1' },
};
const masked = { ...document, attributes: { ...document.attributes, value: null, sensitive: true } };
const state = {
  id: 'var-1',
  variable_set_id: 'varset-1',
  key: 'REGION',
  value: 'eu',
  description: 'where',
  category: 'env',
  hcl: false,
  sensitive: false,
  created_at: '2026-01-01T00:00:00.000Z',
  version_id: 'v-1',
  readable_value: 'eu',
};
const listed = 'GET /varsets/varset-1/relationships/vars?page%5Bnumber%5D=1&page%5Bsize%5D=100';
const plainly = {
  request: 'POST /varsets/varset-1/relationships/vars',
  body: { data: { type: 'vars', attributes: { key: 'REGION', category: 'env', value: 'eu', description: 'where' } } },
};
const created = { ...plainly, body: { data: { type: 'vars', attributes: { ...plainly.body.data.attributes, sensitive: true } } } };
const fingerprint = await createFingerprint('secret-1', 10);

testResource(
  variableSetVariable,
  {
    create: {
      create: {
        variable_set_id: 'varset-1',
        key: 'REGION',
        value: 'eu',
        description: 'where',
        category: 'env',
        hcl: false,
        sensitive: false,
      },
      exchanges: [
        {
          request: 'POST /varsets/varset-1/relationships/vars',
          body: {
            data: {
              type: 'vars',
              attributes: { key: 'REGION', category: 'env', value: 'eu', description: 'where', hcl: false, sensitive: false },
            },
          },
          status: 200,
          answer: { data: document },
        },
      ],
      state,
    },
    list: {
      read: state,
      exchanges: [
        {
          request: 'GET /varsets/varset-1/relationships/vars?page%5Bnumber%5D=1&page%5Bsize%5D=100',
          status: 200,
          answer: listPage([{ ...document, id: 'var-0' }, document]),
        },
      ],
      state,
    },
    update: {
      update: { from: state, to: { variable_set_id: 'varset-1', key: 'REGION', category: 'env', value: 'us', description: 'where' } },
      exchanges: [
        {
          request: 'PATCH /varsets/varset-1/relationships/vars/var-1',
          body: { data: { id: 'var-1', type: 'vars', attributes: { value: 'us' } } },
          status: 200,
          answer: { data: { ...document, attributes: { ...document.attributes, value: 'us', 'version-id': 'v-2' } } },
        },
      ],
      state: { ...state, value: 'us', readable_value: 'us', version_id: 'v-2' },
    },
    delete: { delete: state, exchanges: [{ request: 'DELETE /varsets/varset-1/relationships/vars/var-1', status: 204 }] },
  },
  {
    'a write-only value is sent in the place of the value, and is in no state': {
      create: { variable_set_id: 'varset-1', key: 'REGION', value_wo: 'secret-1', category: 'env', sensitive: true },
      exchanges: [
        {
          request: 'POST /varsets/varset-1/relationships/vars',
          body: { data: { type: 'vars', attributes: { key: 'REGION', category: 'env', value: 'secret-1', sensitive: true } } },
          status: 200,
          answer: { data: { ...masked, attributes: { ...masked.attributes, description: null } } },
        },
      ],
      state: { value: null, value_wo: null, readable_value: null, value_wo_version: 1, description: '' },
    },
    'another write-only value is sent alone': {
      update: {
        from: { ...state, value: null, sensitive: true, value_wo_version: 1 },
        to: { variable_set_id: 'varset-1', key: 'REGION', category: 'env', value_wo: 'secret-2', sensitive: true, description: 'where' },
      },
      prints: { prints: { value_wo: fingerprint }, witnesses: { value: 'v-1', value_wo: 'v-1' } },
      exchanges: [
        {
          request: 'PATCH /varsets/varset-1/relationships/vars/var-1',
          body: { data: { id: 'var-1', type: 'vars', attributes: { value: 'secret-2' } } },
          status: 200,
          answer: { data: { ...masked, attributes: { ...masked.attributes, 'version-id': 'v-2' } } },
        },
      ],
      state: { value: null, value_wo: null, value_wo_version: 2, version_id: 'v-2' },
    },
    'a plain value that is not configured is left alone, beside a change': {
      update: {
        from: state,
        to: { variable_set_id: 'varset-1', key: 'REGION', category: 'env', description: 'there' },
      },
      exchanges: [
        {
          request: 'PATCH /varsets/varset-1/relationships/vars/var-1',
          body: { data: { id: 'var-1', type: 'vars', attributes: { description: 'there' } } },
          status: 200,
          answer: { data: { ...document, attributes: { ...document.attributes, description: 'there' } } },
        },
      ],
      state: { ...state, description: 'there' },
    },
    'a write-only value of a variable that is not sensitive is in no attribute': {
      read: { ...state, value: null, readable_value: null, value_wo_version: 1 },
      exchanges: [{ request: listed, status: 200, answer: listPage([document]) }],
      state: { value: null, readable_value: null, value_wo: null },
    },
    'a masked value keeps ours': {
      read: { ...state, value: 'ours', sensitive: true },
      prints: { prints: {}, witnesses: { value: 'v-1' } },
      exchanges: [
        {
          request: 'GET /varsets/varset-1/relationships/vars?page%5Bnumber%5D=1&page%5Bsize%5D=100',
          status: 200,
          answer: listPage([masked]),
        },
      ],
      state: { value: 'ours' },
    },
    'a masked value that somebody else changed is forgotten': {
      read: { ...state, value: 'ours', sensitive: true },
      prints: { prints: {}, witnesses: { value: 'v-0' } },
      exchanges: [
        {
          request: 'GET /varsets/varset-1/relationships/vars?page%5Bnumber%5D=1&page%5Bsize%5D=100',
          status: 200,
          answer: listPage([masked]),
        },
      ],
      state: { value: null },
    },
    'a variable that the list does not hold is gone': {
      read: state,
      exchanges: [{ request: listed, status: 200, answer: listPage([{ ...document, id: 'var-0' }]) }],
      state: null,
    },
    'a set that is gone takes its variables along': {
      read: state,
      exchanges: [{ request: listed, status: 404, answer: errorDocument('404') }, organizationRead(allPermissions)],
      state: null,
    },
    'a set whose variables this token may no longer see keeps them': {
      read: state,
      exchanges: [{ request: listed, status: 404, answer: errorDocument('404') }, organizationRead({ 'can-manage-varsets': false })],
      error: 'either it is gone, or this token may no longer see it',
    },
    'a create whose answer was lost is found by its key, and a masked value is taken as ours': {
      create: { variable_set_id: 'varset-1', key: 'REGION', value: 'eu', category: 'env', sensitive: true, description: 'where' },
      exchanges: [
        { ...created, status: 'lost' },
        {
          request: listed,
          status: 200,
          answer: listPage([{ ...document, id: 'var-0', attributes: { ...document.attributes, category: 'infra' } }, masked]),
        },
      ],
      state: { ...state, readable_value: null, sensitive: true },
    },
    'a variable of that key that holds another value is not adopted': {
      create: { variable_set_id: 'varset-1', key: 'REGION', value: 'eu', category: 'env', description: 'where' },
      exchanges: [
        { ...plainly, status: 'lost' },
        { request: listed, status: 200, answer: listPage([{ ...document, attributes: { ...document.attributes, value: 'us' } }]) },
        { ...plainly, status: 422, answer: errorDocument('422', 'invalid attribute', 'Key has already been taken') },
      ],
      error: 'answered 422: invalid attribute: Key has already been taken',
      state: null,
    },
    'it may be imported by names': {
      find: 'acme/common/env/REGION',
      exchanges: [
        {
          request: 'GET /organizations/acme/varsets?page%5Bnumber%5D=1&page%5Bsize%5D=100',
          status: 200,
          answer: listPage([{ id: 'varset-1', type: 'varsets', attributes: { name: 'common' } }]),
        },
        {
          request: listed,
          status: 200,
          answer: listPage([{ ...document, id: 'var-0', attributes: { ...document.attributes, category: 'infra' } }, document]),
        },
      ],
      state: { id: 'var-1', variable_set_id: 'varset-1' },
    },
    'the hosted service says terraform where the specification says infra': {
      profile: 'hosted',
      create: { variable_set_id: 'varset-1', key: 'region', category: 'infra' },
      exchanges: [
        {
          request: 'POST /varsets/varset-1/relationships/vars',
          body: { data: { type: 'vars', attributes: { key: 'region', category: 'terraform' } } },
          status: 201,
          answer: {
            data: { ...document, attributes: { ...document.attributes, key: 'region', value: '', description: '', category: 'terraform' } },
          },
        },
      ],
      state: { category: 'infra' },
    },
  },
);
