import {
  type AttributeKind,
  computed,
  exactlyOneOf,
  intBetween,
  mapOf,
  object,
  oneOf,
  optional,
  required,
  resource,
  serviceDefault,
  setOf,
  stringOfLength,
  time,
  uuid,
} from '../../declare/index.ts';
import { exactlyOneKeyOf } from './constraints.ts';
import { createdAt, nonEmptyString, projectSlugAttribute } from './kinds.ts';

/** Other clients may have written a number or a boolean: the state holds its text. */
const parameterText: AttributeKind<string> = { ...stringOfLength(0, 512), fromWire: String };

const timetable = object(
  {
    per_hour: required(intBetween(1, 60), 'How many pipelines start in each hour, at equal distances.', { at: 'per-hour' }),
    hours_of_day: required(setOf(intBetween(0, 23)), 'In which hours, in UTC.', { at: 'hours-of-day' }),
    days_of_week: optional(setOf(oneOf('MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN')), 'On which days of the week.', {
      at: 'days-of-week',
    }),
    days_of_month: optional(setOf(intBetween(1, 31)), 'On which days of the month, instead of the week.', { at: 'days-of-month' }),
    months: optional(
      setOf(oneOf('JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC')),
      'In which months; in all of them unless set.',
    ),
  },
  { replaced: true },
);

export const ciSchedule = resource('ci_schedule', {
  service: 'ci',
  doc: 'A schedule: starts pipelines of a project at given times.',
  type: 'schedule',
  naturalKey: ['project_slug', 'name'],
  imports: ['{project_slug}/{id}', '{project_slug}/{name}'],

  endpoints: {
    create: 'POST /project/{project_slug}/schedule',
    list: 'GET /project/{project_slug}/schedule',
    read: 'GET /schedule/{id}',
    update: 'PATCH /schedule/{id}',
    delete: 'DELETE /schedule/{id}',
  },

  attributes: {
    id: computed(uuid, 'The ID of the schedule.'),
    project_slug: projectSlugAttribute,
    name: required(stringOfLength(1, 255), 'Its name, unique in the project.'),
    description: optional(stringOfLength(0, 1000), 'What it is for.', { default: '' }),
    timetable: required(timetable, 'When pipelines start.'),
    parameters: required(
      mapOf(parameterText, { key: stringOfLength(1, 128), most: 100 }),
      'Values for the pipeline parameters, and either `branch` or `tag`: what to build.',
    ),
    attribution_actor: optional(
      oneOf('current', 'system'),
      'Who starts the pipelines: the user of the token (`current`), or nobody (`system`).',
      { default: serviceDefault, leftAlone: true, at: 'attribution-actor' },
    ),
    actor_id: computed(uuid, 'The ID of who starts the pipelines.', { at: 'actor.id', changesWith: ['attribution_actor'] }),
    actor_login: computed(nonEmptyString, 'Their login.', { at: 'actor.login', changesWith: ['attribution_actor'] }),
    created_at: createdAt,
    updated_at: computed(time, 'When it was last written.', { changesWith: '*' }),
  },

  constraints: [exactlyOneOf('timetable.days_of_week', 'timetable.days_of_month'), exactlyOneKeyOf('parameters', 'branch', 'tag')],

  requiredOnCreate: [['attribution_actor']],

  notes: [
    'A change of the timetable applies from that time on: earlier times are not made up for.',
    'No response contains `attribution_actor`: after an import one apply writes what is configured. `actor_id` and `actor_login` say ' +
      'whom the service has.',
  ],
});
