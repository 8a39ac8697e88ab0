import { ciContextRestriction } from '../../../declarations/src/resources/ci/context-restriction.ts';
import { testResource } from '../support/resource-case.ts';

const context = '11111111-1111-4111-8111-111111111111',
  id = '22222222-2222-4222-8222-222222222222',
  project = '33333333-3333-4333-8333-333333333333';
const expression = 'pipeline.git.branch == "main" and not job.ssh.enabled';
const document = { id, context_id: context, project_id: null, name: null, restriction_type: 'expression', restriction_value: expression };
const state = { id, context_id: context, restriction_type: 'expression', restriction_value: expression, project_id: null, name: null };
const ofProject = { id, context_id: context, project_id: project, restriction_type: 'project', restriction_value: project };
const list = `GET /context/${context}/restrictions`;

testResource(
  ciContextRestriction,
  {
    create: {
      create: { context_id: context, restriction_type: 'expression', restriction_value: expression },
      exchanges: [
        {
          request: `POST /context/${context}/restrictions`,
          body: { restriction_type: 'expression', restriction_value: expression },
          status: 201,
          answer: document,
        },
      ],
      state,
    },
    list: { read: state, exchanges: [{ request: list, status: 200, answer: { items: [document], next_page_token: null } }], state },
    delete: {
      delete: state,
      exchanges: [
        { request: `DELETE /context/${context}/restrictions/${id}`, status: 200, answer: { message: 'Context restriction deleted.' } },
      ],
    },
  },
  {
    'a project, whose name the list alone tells': {
      create: { context_id: context, restriction_type: 'project', restriction_value: project },
      exchanges: [
        {
          request: `POST /context/${context}/restrictions`,
          body: { restriction_type: 'project', restriction_value: project },
          status: 201,
          answer: ofProject,
        },
      ],
      state: { ...state, restriction_type: 'project', restriction_value: project, project_id: project, name: null },
    },
    'the old spelling says the project alone': {
      create: { context_id: context, project_id: project },
      exchanges: [{ request: `POST /context/${context}/restrictions`, body: { project_id: project }, status: 201, answer: ofProject }],
      state: { id, project_id: project, restriction_type: 'project', restriction_value: project },
    },
    'the hosted service restricts to groups': {
      profile: 'hosted',
      create: { context_id: context, restriction_type: 'group', restriction_value: project },
      exchanges: [
        {
          request: `POST /context/${context}/restrictions`,
          body: { restriction_type: 'group', restriction_value: project },
          status: 201,
          answer: { id, context_id: context, restriction_type: 'group', restriction_value: project },
        },
      ],
      state: { restriction_type: 'group', restriction_value: project, project_id: null },
    },
    'a create whose answer was lost is found by what it restricts to': {
      create: { context_id: context, restriction_type: 'expression', restriction_value: expression },
      exchanges: [
        {
          request: `POST /context/${context}/restrictions`,
          body: { restriction_type: 'expression', restriction_value: expression },
          status: 'lost',
        },
        { request: list, status: 200, answer: { items: [{ ...ofProject, id: project }, document], next_page_token: null } },
      ],
      state,
    },
    'it is imported by context and ID': { find: `${context}/${id}`, exchanges: [], state: { context_id: context, id } },
  },
);
