import { workspaceLock } from '../../declarations/src/resources/workspaces/workspace-lock.ts';
import { organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { testResource } from './support/resource-case.ts';

const state = { workspace_id: 'ws-1', reason: 'a freeze', force_unlock: false, locked: true };
const lock = { request: 'POST /workspaces/ws-1/actions/lock', body: { reason: 'a freeze' } };
const read = 'GET /workspaces/ws-1';
const workspace = (locked: boolean, reason: string | null = locked ? 'a freeze' : null) => ({
  data: {
    id: 'ws-1',
    type: 'workspaces',
    attributes: { name: 'network', locked, 'locked-reason': reason },
    relationships: { 'locked-by': { data: locked ? { id: 'user-1', type: 'users' } : null } },
  },
});

testResource(
  workspaceLock,
  {
    create: { create: { workspace_id: 'ws-1', reason: 'a freeze' }, exchanges: [{ ...lock, status: 200, answer: workspace(true) }], state },
    read: { read: state, exchanges: [{ request: read, status: 200, answer: workspace(true) }], state },
    delete: { delete: state, exchanges: [{ request: 'POST /workspaces/ws-1/actions/unlock', status: 200, answer: workspace(false) }] },
    'delete when force_unlock': {
      delete: { ...state, force_unlock: true },
      exchanges: [{ request: 'POST /workspaces/ws-1/actions/force-unlock', status: 200, answer: workspace(false) }],
    },
  },
  {
    'a lock without a reason says an empty one': {
      create: { workspace_id: 'ws-1' },
      exchanges: [{ request: 'POST /workspaces/ws-1/actions/lock', body: { reason: '' }, status: 200, answer: workspace(true, '') }],
      state: { reason: '', locked: true },
    },
    'a workspace that somebody unlocked: the lock is gone': {
      read: state,
      exchanges: [{ request: read, status: 200, answer: workspace(false) }],
      state: null,
    },
    'a lock for another reason is read as it is': {
      read: state,
      exchanges: [{ request: read, status: 200, answer: workspace(true, 'theirs') }],
      state: { ...state, reason: 'theirs' },
    },
    'a workspace that is gone takes its lock along': {
      read: state,
      exchanges: [{ request: read, status: 404, answer: errorDocument('404') }, organizationRead(allPermissions)],
      state: null,
    },
    'only the way of unlocking changed: nothing is asked': {
      update: { from: state, to: { workspace_id: 'ws-1', reason: 'a freeze', force_unlock: true } },
      exchanges: [],
      state: { ...state, force_unlock: true },
    },
    'a workspace that somebody else holds is told': {
      create: { workspace_id: 'ws-1', reason: 'a freeze' },
      exchanges: [{ ...lock, status: 409, answer: errorDocument('409', 'conflict', 'Unable to lock: locked by User olivia') }],
      error: 'POST http://service.test/api/v2/workspaces/ws-1/actions/lock answered 409: conflict: Unable to lock: locked by User olivia',
      state: null,
    },
    'a lock whose answer was lost is found': {
      create: { workspace_id: 'ws-1', reason: 'a freeze' },
      exchanges: [
        { ...lock, status: 'lost' },
        { request: read, status: 200, answer: workspace(true) },
      ],
      state,
    },
    'a lock that was not taken is asked for again': {
      create: { workspace_id: 'ws-1', reason: 'a freeze' },
      exchanges: [
        { ...lock, status: 'lost' },
        { request: read, status: 200, answer: workspace(false) },
        { ...lock, status: 200, answer: workspace(true) },
      ],
      state,
    },
    "a lock found after a lost answer that is somebody else's is not ours": {
      create: { workspace_id: 'ws-1', reason: 'a freeze' },
      exchanges: [
        { ...lock, status: 'lost' },
        { request: read, status: 200, answer: workspace(true, 'theirs') },
        { ...lock, status: 409, answer: errorDocument('409', 'conflict', 'locked by User olivia') },
      ],
      error: 'answered 409: conflict: locked by User olivia',
      state: null,
    },
    'an unlock waits for a state that is not final': {
      delete: state,
      exchanges: [
        {
          request: 'POST /workspaces/ws-1/actions/unlock',
          status: 503,
          answer: errorDocument('503', 'service unavailable', 'the state is not finalized'),
        },
        { request: 'POST /workspaces/ws-1/actions/unlock', status: 200, answer: workspace(false) },
      ],
    },
    "an unlock of somebody else's lock is told": {
      delete: state,
      exchanges: [
        { request: 'POST /workspaces/ws-1/actions/unlock', status: 409, answer: errorDocument('409', 'conflict', 'locked by Run run-1') },
        { request: read, status: 200, answer: workspace(true, 'a run') },
      ],
      error: 'POST http://service.test/api/v2/workspaces/ws-1/actions/unlock answered 409: conflict: locked by Run run-1',
    },
    'what is unlocked already is unlocked': {
      delete: state,
      exchanges: [
        { request: 'POST /workspaces/ws-1/actions/unlock', status: 409, answer: errorDocument('409', 'conflict', 'already unlocked') },
        { request: read, status: 200, answer: workspace(false) },
      ],
    },
    'an unlock that was carried out although its answer was lost is done': {
      delete: state,
      exchanges: [
        { request: 'POST /workspaces/ws-1/actions/unlock', status: 'lost' },
        { request: 'POST /workspaces/ws-1/actions/unlock', status: 409, answer: errorDocument('409', 'conflict', 'already unlocked') },
        { request: read, status: 200, answer: workspace(false) },
      ],
    },
  },
);
