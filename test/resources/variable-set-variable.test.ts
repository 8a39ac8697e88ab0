import { printOf } from '../../src/plan/write-only.ts';
import { variableSetVariable } from '../../src/resources/workspaces/variable-set-variable.ts';
import { page } from './support/page.ts';
import { scenes } from './support/scene.ts';

const document = {
  id: 'var-1', type: 'vars',
  attributes: { key: 'REGION', value: 'eu', description: 'where', category: 'env', hcl: false, sensitive: false, 'created-at': '2026-01-01T00:00:00.000Z', 'version-id': 'v-1' },
  relationships: { varset: { data: { id: 'varset-1', type: 'varsets' }, links: { related: '/api/v2/varsets/varset-1' } } },
  links: { self: '/api/v2/vars/var-1' },
};
const masked = { ...document, attributes: { ...document.attributes, value: null, sensitive: true } };
const state = {
  id: 'var-1', variable_set_id: 'varset-1', key: 'REGION', value: 'eu', description: 'where', category: 'env', hcl: false, sensitive: false,
  created_at: '2026-01-01T00:00:00.000Z', version_id: 'v-1',
};
const salt = 'c2FsdHNhbHRzYWx0c2FsdA==';

scenes(variableSetVariable, {
  create: {
    create: { variable_set_id: 'varset-1', key: 'REGION', value: 'eu', description: 'where', category: 'env', hcl: false, sensitive: false },
    exchanges: [{
      request: 'POST /varsets/varset-1/relationships/vars',
      body: { data: { type: 'vars', attributes: { key: 'REGION', category: 'env', value: 'eu', description: 'where', hcl: false, sensitive: false } } },
      status: 200, answer: { data: document },
    }],
    state,
  },
  list: {
    read: state,
    exchanges: [{ request: 'GET /varsets/varset-1/relationships/vars?page%5Bnumber%5D=1&page%5Bsize%5D=100', status: 200, answer: page([{ ...document, id: 'var-0' }, document]) }],
    state,
  },
  update: {
    update: { from: state, to: { variable_set_id: 'varset-1', key: 'REGION', category: 'env', value: 'us', description: 'where' } },
    exchanges: [{
      request: 'PATCH /varsets/varset-1/relationships/vars/var-1', body: { data: { id: 'var-1', type: 'vars', attributes: { value: 'us' } } },
      status: 200, answer: { data: { ...document, attributes: { ...document.attributes, value: 'us', 'version-id': 'v-2' } } },
    }],
    state: { ...state, value: 'us', version_id: 'v-2' },
  },
  delete: { delete: state, exchanges: [{ request: 'DELETE /varsets/varset-1/relationships/vars/var-1', status: 204 }] },
}, {
  'a write-only value is sent in the place of the value, and is in no state': {
    create: { variable_set_id: 'varset-1', key: 'REGION', value_wo: 'secret-1', category: 'env', sensitive: true },
    exchanges: [{
      request: 'POST /varsets/varset-1/relationships/vars',
      body: { data: { type: 'vars', attributes: { key: 'REGION', category: 'env', value: 'secret-1', sensitive: true } } },
      status: 200, answer: { data: { ...masked, attributes: { ...masked.attributes, description: null } } },
    }],
    state: { value: null, value_wo: null, value_wo_version: 1, description: '' },
  },
  'another write-only value is sent alone': {
    update: { from: { ...state, value: null, sensitive: true, value_wo_version: 1 }, to: { variable_set_id: 'varset-1', key: 'REGION', category: 'env', value_wo: 'secret-2', sensitive: true, description: 'where' } },
    prints: { salt, prints: { value_wo: printOf(salt, 'secret-1') }, witnesses: { value: 'v-1', value_wo: 'v-1' } },
    exchanges: [{
      request: 'PATCH /varsets/varset-1/relationships/vars/var-1', body: { data: { id: 'var-1', type: 'vars', attributes: { value: 'secret-2' } } },
      status: 200, answer: { data: { ...masked, attributes: { ...masked.attributes, 'version-id': 'v-2' } } },
    }],
    state: { value: null, value_wo: null, value_wo_version: 2, version_id: 'v-2' },
  },
  'a masked value keeps ours': {
    read: { ...state, value: 'ours', sensitive: true },
    prints: { salt, prints: {}, witnesses: { value: 'v-1' } },
    exchanges: [{ request: 'GET /varsets/varset-1/relationships/vars?page%5Bnumber%5D=1&page%5Bsize%5D=100', status: 200, answer: page([masked]) }],
    state: { value: 'ours' },
  },
  'a masked value that somebody else changed is forgotten': {
    read: { ...state, value: 'ours', sensitive: true },
    prints: { salt, prints: {}, witnesses: { value: 'v-0' } },
    exchanges: [{ request: 'GET /varsets/varset-1/relationships/vars?page%5Bnumber%5D=1&page%5Bsize%5D=100', status: 200, answer: page([masked]) }],
    state: { value: null },
  },
  'the hosted service says terraform where the specification says infra': {
    profile: 'hosted',
    create: { variable_set_id: 'varset-1', key: 'region', category: 'infra' },
    exchanges: [{
      request: 'POST /varsets/varset-1/relationships/vars', body: { data: { type: 'vars', attributes: { key: 'region', category: 'terraform' } } },
      status: 201, answer: { data: { ...document, attributes: { ...document.attributes, key: 'region', value: '', description: '', category: 'terraform' } } },
    }],
    state: { category: 'infra' },
  },
});
