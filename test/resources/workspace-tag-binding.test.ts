import { workspaceTagBinding } from '../../declarations/src/resources/workspaces/workspace-tag-binding.ts';
import { organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { testResource } from './support/resource-case.ts';
import { tagBindings, tag } from './support/workspace.ts';

const state = { workspace_id: 'ws-1', key: 'env', value: 'prod' };
const bindings = 'GET /workspaces/ws-1/tag-bindings?page%5Bnumber%5D=1&page%5Bsize%5D=100';
const rest = (...tags: readonly object[]) => ({
  data: { id: 'ws-1', type: 'workspaces', attributes: {}, relationships: { 'tag-bindings': { data: tags } } },
});

testResource(
  workspaceTagBinding,
  {
    create: {
      create: state,
      exchanges: [
        {
          request: 'PATCH /workspaces/ws-1/tag-bindings',
          body: { data: [tag('env', 'prod')] },
          status: 200,
          answer: tagBindings('ws-1', ['team', 'a'], ['env', 'prod']),
        },
      ],
      state,
    },
    update: {
      update: { from: state, to: { ...state, value: 'dev' } },
      exchanges: [
        {
          request: 'PATCH /workspaces/ws-1/tag-bindings',
          body: { data: [tag('env', 'dev')] },
          status: 200,
          answer: tagBindings('ws-1', ['env', 'dev']),
        },
      ],
      state: { ...state, value: 'dev' },
    },
    list: {
      read: state,
      exchanges: [{ request: bindings, status: 200, answer: tagBindings('ws-1', ['team', 'a'], ['env', 'dev']) }],
      state: { ...state, value: 'dev' },
    },
    delete: {
      delete: state,
      exchanges: [
        { request: bindings, status: 200, answer: tagBindings('ws-1', ['team', 'a'], ['env', 'prod'], ['tier', '']) },
        {
          request: 'PATCH /workspaces/ws-1',
          body: rest(tag('team', 'a'), tag('tier', '')),
          status: 200,
          answer: { data: { id: 'ws-1', type: 'workspaces', attributes: { name: 'network' } } },
        },
      ],
    },
  },
  {
    'the last binding goes by an empty list': {
      delete: state,
      exchanges: [
        { request: bindings, status: 200, answer: tagBindings('ws-1', ['env', 'prod']) },
        {
          request: 'PATCH /workspaces/ws-1',
          body: rest(),
          status: 200,
          answer: { data: { id: 'ws-1', type: 'workspaces', attributes: { name: 'network' } } },
        },
      ],
    },
    'a binding that is gone already is deleted without a word': {
      delete: state,
      exchanges: [{ request: bindings, status: 200, answer: tagBindings('ws-1', ['team', 'a']) }],
    },
    'a binding of a workspace that is gone is deleted': {
      delete: state,
      exchanges: [{ request: bindings, status: 404, answer: errorDocument('404') }],
    },
    'a binding that somebody took away is gone': {
      read: state,
      exchanges: [{ request: bindings, status: 200, answer: tagBindings('ws-1', ['team', 'a']) }],
      state: null,
    },
    'a workspace that is gone takes its bindings along': {
      read: state,
      exchanges: [{ request: bindings, status: 404, answer: errorDocument('404') }, organizationRead(allPermissions)],
      state: null,
    },
    'a workspace that this token may no longer see keeps its bindings': {
      read: state,
      exchanges: [{ request: bindings, status: 404, answer: errorDocument('404') }, organizationRead({ 'can-create-workspace': false })],
      error: 'either it is gone, or this token may no longer see it',
    },
    'a binding whose answer was lost is said again: twice is once': {
      create: state,
      exchanges: [
        { request: 'PATCH /workspaces/ws-1/tag-bindings', body: { data: [tag('env', 'prod')] }, status: 'lost' },
        {
          request: 'PATCH /workspaces/ws-1/tag-bindings',
          body: { data: [tag('env', 'prod')] },
          status: 200,
          answer: tagBindings('ws-1', ['env', 'prod']),
        },
      ],
      state,
    },
  },
);
