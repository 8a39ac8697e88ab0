import { remoteStateConsumer } from '../../declarations/src/resources/workspaces/remote-state-consumer.ts';
import { organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const state = { workspace_id: 'ws-1', consumer_id: 'ws-2' };
const path = '/workspaces/ws-1/relationships/remote-state-consumers';
const body = { data: [{ type: 'workspaces', id: 'ws-2' }] };
const consumers = `GET ${path}?page%5Bnumber%5D=1&page%5Bsize%5D=100`;
const workspace = (id: string, name = id) => ({ id, type: 'workspaces', attributes: { name } });

testResource(
  remoteStateConsumer,
  {
    create: { create: state, exchanges: [{ request: `POST ${path}`, body, status: 204 }], state },
    list: {
      read: state,
      exchanges: [{ request: consumers, status: 200, answer: listPage([workspace('ws-3'), workspace('ws-2')]) }],
      state,
    },
    delete: { delete: state, exchanges: [{ request: `DELETE ${path}`, body, status: 204 }] },
  },
  {
    'where the workspace shares its state with the whole organization, no consumer is left to remove': {
      delete: state,
      exchanges: [
        { request: `DELETE ${path}`, body, status: 422, answer: errorDocument('422', 'invalid attribute', 'global') },
        {
          request: 'GET /workspaces/ws-1',
          status: 200,
          answer: { data: { id: 'ws-1', type: 'workspaces', attributes: { 'global-remote-state': true } } },
        },
      ],
    },
    'another refusal to remove a consumer is reported': {
      delete: state,
      exchanges: [
        { request: `DELETE ${path}`, body, status: 422, answer: errorDocument('422', 'invalid attribute', 'other') },
        {
          request: 'GET /workspaces/ws-1',
          status: 200,
          answer: { data: { id: 'ws-1', type: 'workspaces', attributes: { 'global-remote-state': false } } },
        },
      ],
      error: 'answered 422: invalid attribute: other',
    },
    'a consumer that somebody removed is gone': {
      read: state,
      exchanges: [{ request: consumers, status: 200, answer: listPage([workspace('ws-3')]) }],
      state: null,
    },
    'consumers are looked for on every page': {
      read: state,
      exchanges: [
        {
          request: consumers,
          status: 200,
          answer: {
            data: [workspace('ws-3')],
            links: { next: 'n' },
            meta: {
              pagination: { 'current-page': 1, 'page-size': 100, 'prev-page': null, 'next-page': 2, 'total-pages': 2, 'total-count': 2 },
            },
          },
        },
        {
          request: `GET ${path}?page%5Bnumber%5D=2&page%5Bsize%5D=100`,
          status: 200,
          answer: {
            data: [workspace('ws-2')],
            links: { next: null },
            meta: {
              pagination: { 'current-page': 2, 'page-size': 100, 'prev-page': 1, 'next-page': null, 'total-pages': 2, 'total-count': 2 },
            },
          },
        },
      ],
      state,
    },
    'a workspace that is gone takes its consumers along': {
      read: state,
      exchanges: [{ request: consumers, status: 404, answer: errorDocument('404') }, organizationRead(allPermissions)],
      state: null,
    },
    "a consumer of a workspace whose state is open to all is refused in the service's words": {
      create: state,
      exchanges: [
        { request: `POST ${path}`, body, status: 422, answer: errorDocument('422', 'invalid attribute', 'global-remote-state is true') },
      ],
      error: 'answered 422: invalid attribute: global-remote-state is true',
      state: null,
    },
    'it may be imported by two names': {
      find: 'acme/network/plain',
      exchanges: [
        { request: 'GET /organizations/acme/workspaces/network', status: 200, answer: { data: workspace('ws-1', 'network') } },
        { request: 'GET /organizations/acme/workspaces/plain', status: 200, answer: { data: workspace('ws-2', 'plain') } },
      ],
      state,
    },
  },
);
