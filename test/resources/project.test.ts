import { project } from '../../declarations/src/resources/workspaces/project.ts';
import { hiddenOrganizationRead, organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const document = {
  id: 'prj-1',
  type: 'projects',
  attributes: { name: 'payments', description: 'money', 'auto-destroy-activity-duration': '14d', 'workspace-count': 0 },
  relationships: {
    organization: { data: { id: 'acme', type: 'organizations' } },
    'tag-bindings': { links: { related: '/api/v2/projects/prj-1/tag-bindings' } },
  },
};
const but = (attributes: object) => ({ data: { ...document, attributes: { ...document.attributes, ...attributes } } });
const state = {
  id: 'prj-1',
  organization: 'acme',
  name: 'payments',
  description: 'money',
  auto_destroy_activity_duration: '14d',
  tags: { env: 'prod' },
  ignore_additional_tags: false,
};
const tag = (key: string, value: string) => ({ type: 'tag-bindings', attributes: { key, value } });
const bound = (...tags: readonly (readonly [string, string])[]) => ({
  data: tags.map(([key, value]) => ({ id: `tb-${key}`, ...tag(key, value), links: { target: '/api/v2/projects/prj-1' } })),
});
const listed = 'GET /organizations/acme/projects?page%5Bnumber%5D=1&page%5Bsize%5D=100';
const tags = 'GET /projects/prj-1/tag-bindings?page%5Bnumber%5D=1&page%5Bsize%5D=100';

testResource(
  project,
  {
    create: {
      create: { name: 'payments', description: 'money', auto_destroy_activity_duration: '14d', tags: { env: 'prod' } },
      exchanges: [
        {
          request: 'POST /organizations/acme/projects',
          body: {
            data: {
              type: 'projects',
              attributes: { name: 'payments', description: 'money', 'auto-destroy-activity-duration': '14d' },
              relationships: { 'tag-bindings': { data: [tag('env', 'prod')] } },
            },
          },
          status: 201,
          answer: { data: document },
        },
      ],
      state,
    },
    read: {
      read: { ...state, tags: null },
      exchanges: [{ request: 'GET /projects/prj-1', status: 200, answer: { data: document } }],
      state: { ...state, tags: null },
    },
    'get tags': {
      read: state,
      exchanges: [
        { request: 'GET /projects/prj-1', status: 200, answer: { data: document } },
        { request: tags, status: 200, answer: bound(['env', 'dev'], ['team', 'a']) },
      ],
      state: { ...state, tags: { env: 'dev', team: 'a' } },
    },
    update: {
      update: { from: state, to: { name: 'money', tags: {} } },
      exchanges: [
        {
          request: 'PATCH /projects/prj-1',
          body: {
            data: {
              id: 'prj-1',
              type: 'projects',
              attributes: { name: 'money', description: '', 'auto-destroy-activity-duration': null },
              relationships: { 'tag-bindings': { data: [] } },
            },
          },
          status: 200,
          answer: but({ name: 'money', description: '', 'auto-destroy-activity-duration': null }),
        },
      ],
      state: { ...state, name: 'money', description: '', auto_destroy_activity_duration: null, tags: {} },
    },
    delete: { delete: state, exchanges: [{ request: 'DELETE /projects/prj-1', status: 204 }] },
    list: {
      find: 'acme/payments',
      exchanges: [
        {
          request: listed,
          status: 200,
          answer: listPage([{ ...document, id: 'prj-0', attributes: { ...document.attributes, name: 'Default Project' } }, document]),
        },
      ],
      state: { id: 'prj-1', organization: 'acme', name: 'payments' },
    },
  },
  {
    'tags that are unset are neither sent nor read': {
      create: { name: 'payments' },
      exchanges: [
        {
          request: 'POST /organizations/acme/projects',
          body: { data: { type: 'projects', attributes: { name: 'payments' } } },
          status: 201,
          answer: but({ description: null, 'auto-destroy-activity-duration': null }),
        },
      ],
      state: { description: '', auto_destroy_activity_duration: null, tags: null, ignore_additional_tags: false },
    },
    'tags owned in part are merged with those that are there': {
      update: {
        from: { ...state, ignore_additional_tags: true },
        to: {
          name: 'payments',
          description: 'money',
          auto_destroy_activity_duration: '14d',
          tags: { tier: '1' },
          ignore_additional_tags: true,
        },
      },
      exchanges: [
        { request: tags, status: 200, answer: bound(['env', 'prod'], ['team', 'a']) },
        {
          request: 'PATCH /projects/prj-1',
          body: {
            data: {
              id: 'prj-1',
              type: 'projects',
              attributes: {},
              relationships: { 'tag-bindings': { data: [tag('team', 'a'), tag('tier', '1')] } },
            },
          },
          status: 200,
          answer: { data: document },
        },
      ],
      state: { ...state, tags: { tier: '1' }, ignore_additional_tags: true },
    },
    'of tags owned in part only ours are read': {
      read: { ...state, ignore_additional_tags: true },
      exchanges: [
        { request: 'GET /projects/prj-1', status: 200, answer: { data: document } },
        { request: tags, status: 200, answer: bound(['env', 'prod'], ['team', 'a']) },
      ],
      state: { tags: { env: 'prod' } },
    },
    'after an import the tags are all there, and nothing is ours alone': {
      read: { id: 'prj-1' },
      imported: true,
      exchanges: [
        { request: 'GET /projects/prj-1', status: 200, answer: { data: document } },
        { request: tags, status: 200, answer: bound(['env', 'prod']) },
      ],
      state,
    },
    'a 404 where everything is seen means gone': {
      read: state,
      exchanges: [{ request: 'GET /projects/prj-1', status: 404, answer: errorDocument('404') }, organizationRead(allPermissions)],
      state: null,
    },
    'a 404 where not everything is seen proves nothing': {
      read: state,
      exchanges: [
        { request: 'GET /projects/prj-1', status: 404, answer: errorDocument('404') },
        organizationRead({ 'can-create-project': false }),
      ],
      error: 'either it is gone, or this token may no longer see it',
    },
    'a 404 below an organization that cannot be read proves nothing': {
      read: state,
      exchanges: [{ request: 'GET /projects/prj-1', status: 404, answer: errorDocument('404') }, hiddenOrganizationRead],
      error: 'its organization "acme" cannot be read with this token either',
    },
    'a create whose answer was lost is found by its name': {
      create: { name: 'payments', description: 'money' },
      exchanges: [
        {
          request: 'POST /organizations/acme/projects',
          body: { data: { type: 'projects', attributes: { name: 'payments', description: 'money' } } },
          status: 'lost',
        },
        {
          request: listed,
          status: 200,
          answer: listPage([{ ...document, attributes: { ...document.attributes, 'auto-destroy-activity-duration': null } }]),
        },
      ],
      state: { id: 'prj-1', name: 'payments', description: 'money' },
    },
    'a twin that is not as asked is not adopted': {
      create: { name: 'payments', description: 'money' },
      exchanges: [
        {
          request: 'POST /organizations/acme/projects',
          body: { data: { type: 'projects', attributes: { name: 'payments', description: 'money' } } },
          status: 'lost',
        },
        {
          request: listed,
          status: 200,
          answer: listPage([{ ...document, attributes: { ...document.attributes, description: "somebody else's" } }]),
        },
        {
          request: 'POST /organizations/acme/projects',
          body: { data: { type: 'projects', attributes: { name: 'payments', description: 'money' } } },
          status: 422,
          answer: errorDocument('422', 'invalid attribute', 'Name has already been taken'),
        },
      ],
      error: 'answered 422: invalid attribute: Name has already been taken',
      state: null,
    },
    'a delete that was carried out although its answer was lost is done': {
      delete: state,
      exchanges: [
        { request: 'DELETE /projects/prj-1', status: 'lost' },
        { request: 'DELETE /projects/prj-1', status: 404, answer: errorDocument('404') },
      ],
    },
    'a project that still has workspaces is not deleted': {
      delete: state,
      exchanges: [
        {
          request: 'DELETE /projects/prj-1',
          status: 422,
          answer: errorDocument('422', 'invalid attribute', 'the project still has workspaces'),
        },
      ],
      error: 'DELETE http://service.test/api/v2/projects/prj-1 answered 422: invalid attribute: the project still has workspaces',
    },
  },
);
