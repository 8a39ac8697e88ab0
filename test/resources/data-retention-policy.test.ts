import { dataRetentionPolicy } from '../../declarations/src/resources/workspaces/data-retention-policy.ts';
import { organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { testResource } from './support/resource-case.ts';

const path = '/workspaces/ws-1/relationships/data-retention-policy';
const state = { workspace_id: 'ws-1', policy_id: 'drp-1', delete_older_than_n_days: 30, dont_delete: null };
const olders = (days: number, id = 'drp-1') => ({
  data: { id, type: 'data-retention-policy-delete-olders', attributes: { 'delete-older-than-n-days': days } },
});
const keeps = { data: { id: 'drp-2', type: 'data-retention-policy-dont-deletes', attributes: {} } };

testResource(
  dataRetentionPolicy,
  {
    create: {
      create: { workspace_id: 'ws-1', delete_older_than_n_days: 30 },
      exchanges: [
        {
          request: `POST ${path}`,
          body: { data: { type: 'data-retention-policy-delete-olders', attributes: { 'delete-older-than-n-days': 30 } } },
          status: 200,
          answer: olders(30),
        },
      ],
      state,
    },
    update: {
      update: { from: state, to: { workspace_id: 'ws-1', dont_delete: true } },
      exchanges: [
        {
          request: `POST ${path}`,
          body: { data: { type: 'data-retention-policy-dont-deletes', attributes: {} } },
          status: 200,
          answer: keeps,
        },
      ],
      state: { workspace_id: 'ws-1', policy_id: 'drp-2', delete_older_than_n_days: null, dont_delete: true },
    },
    read: {
      read: state,
      exchanges: [{ request: `GET ${path}`, status: 200, answer: olders(60) }],
      state: { ...state, delete_older_than_n_days: 60 },
    },
    delete: { delete: state, exchanges: [{ request: `DELETE ${path}`, status: 204 }] },
  },
  {
    'a policy that keeps everything is read by its type': {
      read: state,
      exchanges: [{ request: `GET ${path}`, status: 200, answer: keeps }],
      state: { policy_id: 'drp-2', delete_older_than_n_days: null, dont_delete: true },
    },
    'null data: there is none any more': {
      read: state,
      exchanges: [{ request: `GET ${path}`, status: 200, answer: { data: null } }],
      state: null,
    },
    'a workspace that is gone takes its policy along': {
      read: state,
      exchanges: [{ request: `GET ${path}`, status: 404, answer: errorDocument('404') }, organizationRead(allPermissions)],
      state: null,
    },
    'a workspace that this token may no longer see keeps it': {
      read: state,
      exchanges: [
        { request: `GET ${path}`, status: 404, answer: errorDocument('404') },
        organizationRead({ 'can-create-workspace': false }),
      ],
      error: 'either it is gone, or this token may no longer see it',
    },
    'the older form of the hosted service is read, too': {
      read: state,
      exchanges: [
        {
          request: `GET ${path}`,
          status: 200,
          answer: { data: { id: 'drp-1', type: 'data-retention-policies', attributes: { 'delete-older-than-n-days': 30 } } },
        },
      ],
      state,
    },
    'an edition without policies says so': {
      create: { workspace_id: 'ws-1', delete_older_than_n_days: 30 },
      exchanges: [
        {
          request: `POST ${path}`,
          body: { data: { type: 'data-retention-policy-delete-olders', attributes: { 'delete-older-than-n-days': 30 } } },
          status: 404,
          answer: errorDocument('404'),
        },
      ],
      error: `POST http://service.test/api/v2${path} answered 404`,
      state: null,
    },
  },
);
