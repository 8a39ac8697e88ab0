import { ciSchedule } from '../../../declarations/src/resources/ci/schedule.ts';
import { testResource } from '../support/resource-case.ts';

const id = '11111111-1111-4111-8111-111111111111';
const user = '22222222-2222-4222-8222-222222222222';
const system = '00000000-0000-0000-0000-000000000000';
const document = {
  id,
  name: 'nightly',
  description: '',
  timetable: { 'per-hour': 1, 'hours-of-day': [2, 14], 'days-of-week': ['MON', 'FRI'] },
  parameters: { branch: 'main', deep: true, level: 3 },
  'project-slug': 'gh/acme/web',
  actor: { id: user, login: 'ann', name: 'ann' },
  'created-at': '2026-01-01T00:00:00.000Z',
  'updated-at': '2026-01-01T00:00:00.000Z',
};
const weekly = { per_hour: 1, hours_of_day: [2, 14], days_of_week: ['MON', 'FRI'], days_of_month: null, months: null };
const january = { per_hour: 1, hours_of_day: [2, 14], days_of_week: null, days_of_month: [1], months: ['JAN'] };
const config = {
  project_slug: 'gh/acme/web',
  name: 'nightly',
  timetable: weekly,
  parameters: { branch: 'main', deep: 'true', level: '3' },
  attribution_actor: 'current',
};
const state = {
  ...config,
  id,
  description: '',
  actor_id: user,
  actor_login: 'ann',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};
const request = {
  name: 'nightly',
  timetable: { 'per-hour': 1, 'hours-of-day': [2, 14], 'days-of-week': ['MON', 'FRI'] },
  parameters: { branch: 'main', deep: 'true', level: '3' },
  'attribution-actor': 'current',
};
const listed = { request: 'GET /project/gh/acme/web/schedule', status: 200, answer: { items: [document], next_page_token: null } };

testResource(
  ciSchedule,
  {
    create: {
      create: config,
      exchanges: [{ request: 'POST /project/gh/acme/web/schedule', body: request, status: 201, answer: document }],
      state,
    },
    read: { read: state, exchanges: [{ request: `GET /schedule/${id}`, status: 200, answer: document }], state },
    list: { find: 'gh/acme/web/nightly', exchanges: [listed], state: { id, project_slug: 'gh/acme/web', name: 'nightly' } },
    update: {
      update: { from: state, to: { ...config, name: 'daily' } },
      exchanges: [
        {
          request: `PATCH /schedule/${id}`,
          body: { name: 'daily' },
          status: 200,
          answer: { ...document, name: 'daily', 'updated-at': '2026-01-02T00:00:00.000Z' },
        },
      ],
      state: { ...state, name: 'daily', updated_at: '2026-01-02T00:00:00.000Z' },
    },
    delete: { delete: state, exchanges: [{ request: `DELETE /schedule/${id}`, status: 200, answer: { message: 'Schedule deleted.' } }] },
  },
  {
    'a timetable is sent as a whole, without the days it no longer has': {
      update: { from: state, to: { ...config, timetable: january } },
      exchanges: [
        {
          request: `PATCH /schedule/${id}`,
          body: { timetable: { 'per-hour': 1, 'hours-of-day': [2, 14], 'days-of-month': [1], months: ['JAN'] } },
          status: 200,
          answer: { ...document, timetable: { 'per-hour': 1, 'hours-of-day': [2, 14], 'days-of-month': [1], months: ['JAN'] } },
        },
      ],
      state: { timetable: january },
    },
    'another actor is asked for by its word, and the answer has its ID': {
      update: { from: state, to: { ...config, attribution_actor: 'system' } },
      exchanges: [
        {
          request: `PATCH /schedule/${id}`,
          body: { 'attribution-actor': 'system' },
          status: 200,
          answer: { ...document, actor: { id: system, login: 'system-actor', name: 'Scheduled' } },
        },
      ],
      state: { ...state, attribution_actor: 'system', actor_id: system, actor_login: 'system-actor' },
    },
    'after an import the actor is not known, and one apply writes it': {
      update: { from: { ...state, attribution_actor: null }, to: config },
      exchanges: [{ request: `PATCH /schedule/${id}`, body: { 'attribution-actor': 'current' }, status: 200, answer: document }],
      state,
    },
    'the hosted service answers with underscores as well': {
      profile: 'hosted',
      read: state,
      exchanges: [
        {
          request: `GET /schedule/${id}`,
          status: 200,
          answer: {
            ...document,
            timetable: { per_hour: 1, hours_of_day: [2, 14], days_of_week: ['MON', 'FRI'] },
            project_slug: 'gh/acme/web',
            created_at: '2026-01-01T00:00:00.000Z',
            updated_at: '2026-01-01T00:00:00.000Z',
          },
        },
      ],
      state,
    },
    'a create whose answer was lost is found by its name': {
      create: config,
      exchanges: [{ request: 'POST /project/gh/acme/web/schedule', body: request, status: 'lost' }, listed],
      state,
    },
    'the state keeps the spelling of the slug where the service answers with another: a create': {
      create: config,
      exchanges: [
        {
          request: 'POST /project/gh/acme/web/schedule',
          body: request,
          status: 201,
          answer: { ...document, 'project-slug': 'native/a/b' },
        },
      ],
      state,
    },
    'the state keeps the spelling of the slug where the service answers with another: a read': {
      read: state,
      exchanges: [{ request: `GET /schedule/${id}`, status: 200, answer: { ...document, 'project-slug': 'native/a/b' } }],
      state,
    },
    'one that is gone is gone from the state': {
      read: state,
      exchanges: [{ request: `GET /schedule/${id}`, status: 404, answer: { message: 'Not found.' } }],
      state: null,
    },
  },
);
