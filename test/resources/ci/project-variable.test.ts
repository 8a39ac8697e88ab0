import { ciProjectVariable } from '../../../declarations/src/resources/ci/project-variable.ts';
import { testResource } from '../support/resource-case.ts';

const document = { name: 'TOKEN', value: 'xxxx1234', 'created-at': '2026-01-01T00:00:00.000Z' };
const state = {
  project_slug: 'gh/acme/web',
  name: 'TOKEN',
  value: 'abcd1234',
  value_wo: null,
  value_wo_version: null,
  masked_value: 'xxxx1234',
  created_at: '2026-01-01T00:00:00.000Z',
};
const one = 'GET /project/gh/acme/web/envvar/TOKEN',
  all = 'GET /project/gh/acme/web/envvar',
  write = 'POST /project/gh/acme/web/envvar';

testResource(
  ciProjectVariable,
  {
    create: {
      create: { project_slug: 'gh/acme/web', name: 'TOKEN', value: 'abcd1234' },
      exchanges: [{ request: write, body: { name: 'TOKEN', value: 'abcd1234' }, status: 201, answer: document }],
      state,
    },
    update: {
      update: { from: state, to: { project_slug: 'gh/acme/web', name: 'TOKEN', value: 'other' } },
      exchanges: [{ request: write, body: { value: 'other', name: 'TOKEN' }, status: 201, answer: { ...document, value: 'xxxxther' } }],
      state: { ...state, value: 'other', masked_value: 'xxxxther' },
    },
    read: { read: state, exchanges: [{ request: one, status: 200, answer: document }], state },
    list: {
      read: state,
      times: 3,
      state,
      exchanges: [
        { request: one, status: 200, answer: document },
        { request: one, status: 200, answer: document },
        { request: all, status: 200, answer: { items: [document], next_page_token: null } },
      ],
    },
    delete: {
      delete: state,
      exchanges: [
        { request: 'DELETE /project/gh/acme/web/envvar/TOKEN', status: 200, answer: { message: 'Environment variable deleted.' } },
      ],
    },
  },
  {
    'names in the other spelling are read as well': {
      read: { ...state, created_at: null },
      state,
      exchanges: [{ request: one, status: 200, answer: { name: 'TOKEN', value: 'xxxx1234', created_at: '2026-01-01T00:00:00.000Z' } }],
    },
    'a write-only value is sent and not kept': {
      create: { project_slug: 'gh/acme/web', name: 'TOKEN', value_wo: 'abcd1234' },
      exchanges: [{ request: write, body: { name: 'TOKEN', value: 'abcd1234' }, status: 201, answer: document }],
      state: { ...state, value: null, value_wo_version: 1 },
    },
    'another mask means that it was written elsewhere: ours is forgotten, and so written again': {
      read: state,
      prints: { prints: {}, witnesses: { value: 'xxxx1234' } },
      exchanges: [{ request: one, status: 200, answer: { ...document, value: 'xxxx9999' } }],
      state: { ...state, value: null, masked_value: 'xxxx9999' },
    },
    'the same mask is no change': {
      read: state,
      prints: { prints: {}, witnesses: { value: 'xxxx1234' } },
      exchanges: [{ request: one, status: 200, answer: document }],
      state,
    },
    'it is imported by project and name': {
      find: 'gh/acme/web/TOKEN',
      exchanges: [],
      state: { project_slug: 'gh/acme/web', name: 'TOKEN' },
    },
  },
);
