import { ciContext } from '../../../declarations/src/resources/ci/context.ts';
import { testResource } from '../support/resource-case.ts';

const acme = '00000000-0000-4000-8000-0000000000ac';
const id = '11111111-1111-4111-8111-111111111111';
const document = { id, name: 'deploy', created_at: '2026-01-01T00:00:00.000Z' };
const state = { id, organization: acme, owner_type: 'organization', name: 'deploy', created_at: '2026-01-01T00:00:00.000Z' };
const listed = `GET /context?owner-id=${acme}&owner-type=organization`;
const forbidden = { message: 'Permission denied.' };

testResource(
  ciContext,
  {
    create: {
      create: { name: 'deploy' },
      exchanges: [
        { request: 'POST /context', body: { name: 'deploy', owner: { id: acme, type: 'organization' } }, status: 200, answer: document },
      ],
      state,
    },
    read: { read: state, exchanges: [{ request: `GET /context/${id}`, status: 200, answer: document }], state },
    list: {
      find: `${acme}/deploy`,
      exchanges: [
        {
          request: `GET /context?owner-id=${acme}`,
          status: 200,
          answer: { items: [{ ...document, id: acme, name: 'other' }], next_page_token: 'more' },
        },
        { request: `GET /context?owner-id=${acme}&page-token=more`, status: 200, answer: { items: [document], next_page_token: '' } },
      ],
      state: { id, organization: acme, name: 'deploy' },
    },
    delete: { delete: state, exchanges: [{ request: `DELETE /context/${id}`, status: 200, answer: { message: 'Context deleted.' } }] },
  },
  {
    'an organization that is said by its slug is sent as such': {
      create: { organization: 'gh/acme', name: 'deploy' },
      exchanges: [
        {
          request: 'POST /context',
          body: { name: 'deploy', owner: { slug: 'gh/acme', type: 'organization' } },
          status: 201,
          answer: document,
        },
      ],
      state: { ...state, organization: 'gh/acme' },
    },
    'an account owns it by its ID': {
      create: { organization: acme, owner_type: 'account', name: 'deploy' },
      exchanges: [
        { request: 'POST /context', body: { name: 'deploy', owner: { id: acme, type: 'account' } }, status: 200, answer: document },
      ],
      state: { ...state, owner_type: 'account' },
    },
    'it is imported by the slug of its organization': {
      find: 'gh/acme/deploy',
      exchanges: [{ request: 'GET /context?owner-slug=gh%2Facme', status: 200, answer: { items: [document], next_page_token: null } }],
      state: { id, organization: 'gh/acme', name: 'deploy' },
    },
    'it is imported by its ID without a request': { find: `gh/acme/${id}`, exchanges: [], state: { id, organization: 'gh/acme' } },
    'after an import the type of its owner is not known: no response contains it': {
      read: { id, organization: acme },
      imported: true,
      exchanges: [{ request: `GET /context/${id}`, status: 200, answer: document }],
      state: { ...state, owner_type: null },
    },
    'an account stays its owner': {
      read: { ...state, owner_type: 'account' },
      exchanges: [{ request: `GET /context/${id}`, status: 200, answer: document }],
      state: { ...state, owner_type: 'account' },
    },
    'the hosted service is sent its own header': {
      profile: 'hosted',
      read: state,
      exchanges: [{ request: `GET /context/${id}`, status: 200, answer: document }],
      state,
    },
    'a 403 where the organization lists it no more means gone': {
      read: state,
      exchanges: [
        { request: `GET /context/${id}`, status: 403, answer: forbidden },
        { request: listed, status: 200, answer: { items: [], next_page_token: null } },
      ],
      state: null,
    },
    'a 403 where the organization still lists it is told': {
      read: state,
      exchanges: [
        { request: `GET /context/${id}`, status: 403, answer: forbidden },
        { request: listed, status: 200, answer: { items: [document], next_page_token: null } },
      ],
      error: 'Permission denied.',
    },
    'a 403 to a delete of what is gone is a delete': {
      delete: state,
      exchanges: [
        { request: `DELETE /context/${id}`, status: 403, answer: forbidden },
        { request: listed, status: 200, answer: { items: [], next_page_token: null } },
      ],
    },
    'a create whose answer was lost is found by its name': {
      create: { name: 'deploy' },
      exchanges: [
        { request: 'POST /context', body: { name: 'deploy', owner: { id: acme, type: 'organization' } }, status: 'lost' },
        { request: listed, status: 200, answer: { items: [document], next_page_token: null } },
      ],
      state,
    },
  },
);
