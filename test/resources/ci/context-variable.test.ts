import { ciContextVariable } from '../../../declarations/src/resources/ci/context-variable.ts';
import { testResource } from '../support/resource-case.ts';

const context = '11111111-1111-4111-8111-111111111111';
const document = { variable: 'TOKEN', context_id: context, created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' };
const state = {
  context_id: context,
  name: 'TOKEN',
  value: 'abcd1234',
  value_wo: null,
  value_wo_version: null,
  masked_value: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
};
const one = `/context/${context}/environment-variable/TOKEN`;
const list = `GET /context/${context}/environment-variable`;
const forbidden = { message: 'Permission denied.' };

testResource(
  ciContextVariable,
  {
    create: {
      create: { context_id: context, name: 'TOKEN', value: 'abcd1234' },
      exchanges: [{ request: `PUT ${one}`, body: { value: 'abcd1234' }, status: 200, answer: document }],
      state,
    },
    update: {
      update: { from: state, to: { context_id: context, name: 'TOKEN', value: 'other' } },
      exchanges: [
        { request: `PUT ${one}`, body: { value: 'other' }, status: 200, answer: { ...document, updated_at: '2026-01-03T00:00:00.000Z' } },
      ],
      state: { ...state, value: 'other', updated_at: '2026-01-03T00:00:00.000Z' },
    },
    list: {
      read: state,
      exchanges: [{ request: list, status: 200, answer: { items: [{ ...document, variable: 'OTHER' }, document], next_page_token: null } }],
      state,
    },
    delete: { delete: state, exchanges: [{ request: `DELETE ${one}`, status: 200, answer: { message: 'Environment variable deleted.' } }] },
  },
  {
    'a write-only value is sent and not kept': {
      create: { context_id: context, name: 'TOKEN', value_wo: 'abcd1234' },
      exchanges: [{ request: `PUT ${one}`, body: { value: 'abcd1234' }, status: 200, answer: document }],
      state: { ...state, value: null, value_wo_version: 1 },
    },
    'one that was written elsewhere is forgotten, and so written again': {
      read: state,
      prints: { prints: {}, witnesses: { value: '2026-01-02T00:00:00.000Z' } },
      exchanges: [
        { request: list, status: 200, answer: { items: [{ ...document, updated_at: '2026-02-01T00:00:00.000Z' }], next_page_token: null } },
      ],
      state: { value: null, updated_at: '2026-02-01T00:00:00.000Z' },
    },
    'the same moment in another spelling is no change': {
      read: state,
      prints: { prints: {}, witnesses: { value: '2026-01-02T00:00:00.000Z' } },
      exchanges: [
        { request: list, status: 200, answer: { items: [{ ...document, updated_at: '2026-01-02T00:00:00Z' }], next_page_token: null } },
      ],
      state: { value: 'abcd1234' },
    },
    'the hosted service shows a mask': {
      profile: 'hosted',
      create: { context_id: context, name: 'TOKEN', value: 'abcd1234' },
      exchanges: [
        { request: `PUT ${one}`, body: { value: 'abcd1234' }, status: 200, answer: { ...document, truncated_value: 'xxxx1234' } },
      ],
      state: { ...state, masked_value: 'xxxx1234' },
    },
    'many are read from one list': {
      read: state,
      times: 3,
      exchanges: [{ request: list, status: 200, answer: { items: [document], next_page_token: null } }],
      state,
    },
    'one that the list does not hold is gone': {
      read: state,
      exchanges: [{ request: list, status: 200, answer: { items: [], next_page_token: null } }],
      state: null,
    },
    'a 404 means that the context is gone, and it with it': {
      read: state,
      exchanges: [{ request: list, status: 404, answer: { message: 'Context not found.' } }],
      state: null,
    },
    'a 403 proves nothing where the context is refused too': {
      read: state,
      exchanges: [
        { request: list, status: 403, answer: forbidden },
        { request: `GET /context/${context}`, status: 403, answer: forbidden },
      ],
      error: 'so this CI context variable stays in the state',
    },
    'it is imported by context and name': { find: `${context}/TOKEN`, exchanges: [], state: { context_id: context, name: 'TOKEN' } },
  },
);
