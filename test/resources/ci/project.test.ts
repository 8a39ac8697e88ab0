import { ciProject } from '../../../declarations/src/resources/ci/project.ts';
import { testResourceCases, testResource } from '../support/resource-case.ts';

const acme = '00000000-0000-4000-8000-0000000000ac',
  id = '33333333-3333-4333-8333-333333333333';
const document = {
  slug: 'gh/acme/web',
  name: 'web',
  id,
  organization_name: 'acme',
  organization_slug: 'gh/acme',
  organization_id: acme,
  vcs_info: { provider: 'GitHub', default_branch: 'main' },
};
const state = {
  id,
  slug: 'gh/acme/web',
  organization: acme,
  name: 'web',
  organization_id: acme,
  organization_slug: 'gh/acme',
  organization_name: 'acme',
  vcs_info: { provider: 'GitHub', default_branch: 'main', vcs_url: null },
};

testResource(
  ciProject,
  {
    create: {
      create: { name: 'web' },
      exchanges: [{ request: `POST /organization/${acme}/project`, body: { name: 'web' }, status: 200, answer: document }],
      state,
    },
    read: { read: state, exchanges: [{ request: 'GET /project/gh/acme/web', status: 200, answer: document }], state },
    delete: { delete: state, exchanges: [{ request: 'DELETE /project/gh/acme/web', status: 200, answer: { message: 'Project deleted' } }] },
    // A create whose answer was lost: it is found by the slug that its organization and its name make.
    'show by name': {
      create: { organization: 'gh/acme', name: 'web' },
      exchanges: [
        { request: 'POST /organization/gh/acme/project', body: { name: 'web' }, status: 'lost' },
        { request: 'GET /project/gh/acme/web', status: 200, answer: document },
      ],
      state: { ...state, organization: 'gh/acme' },
    },
  },
  {
    'a create whose answer was lost and that did not happen is sent again': {
      create: { organization: 'gh/acme', name: 'web' },
      exchanges: [
        { request: 'POST /organization/gh/acme/project', body: { name: 'web' }, status: 'lost' },
        { request: 'GET /project/gh/acme/web', status: 404, answer: { message: 'Project not found' } },
        { request: 'POST /organization/gh/acme/project', body: { name: 'web' }, status: 201, answer: document },
      ],
      state: { ...state, organization: 'gh/acme' },
    },
    'an organization that is said by its slug stays said so': {
      create: { organization: 'gh/acme', name: 'web' },
      exchanges: [{ request: 'POST /organization/gh/acme/project', body: { name: 'web' }, status: 201, answer: document }],
      state: { ...state, organization: 'gh/acme' },
    },
    'after an import its organization is known by its slug': {
      read: { slug: 'gh/acme/web' },
      imported: true,
      exchanges: [{ request: 'GET /project/gh/acme/web', status: 200, answer: document }],
      state: { ...state, organization: 'gh/acme' },
    },
    'opaque slugs are slugs': {
      read: { ...state, slug: 'circleci/AbC/dEf' },
      exchanges: [{ request: 'GET /project/circleci/AbC/dEf', status: 200, answer: { ...document, slug: 'circleci/AbC/dEf' } }],
      state: { slug: 'circleci/AbC/dEf' },
    },
    'a 404 means gone': {
      read: state,
      exchanges: [{ request: 'GET /project/gh/acme/web', status: 404, answer: { message: 'Project not found' } }],
      state: null,
    },
    'it is imported by its slug': { find: 'gh/acme/web', exchanges: [], state: { slug: 'gh/acme/web' } },
    'a slug of two parts is none': { find: 'gh/acme', exchanges: [], error: 'A CI project is imported by `slug`; given "gh/acme".' },
  },
);

testResourceCases(ciProject, 'and its organization', {
  'the same organization in its other spelling is no change': {
    update: { from: { ...state, organization: 'gh/acme' }, to: { organization: acme, name: 'web' } },
    exchanges: [],
    state: { organization: 'gh/acme' },
  },
});
