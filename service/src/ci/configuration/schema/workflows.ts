import {
  deprecateSchema,
  listSchema,
  mapSchema,
  mappingSchema,
  mappingOrSchema,
  type ConfigurationSchema,
  textSchema,
  textListSchema,
  referTo,
  integerSchema,
} from './schema-builders.ts';

const filterSchema = mappingOrSchema(['null'], { only: textListSchema, ignore: textListSchema });
const filtersSchema: ConfigurationSchema = mappingOrSchema(['string', 'boolean'], { branches: filterSchema, tags: filterSchema });

const requirementSchema: ConfigurationSchema = {
  type: ['string', 'number', 'object'],
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: textListSchema,
};

const matrixSchema: ConfigurationSchema = mappingSchema(
  {
    parameters: { type: 'object', minProperties: 1, additionalProperties: { type: 'array', minItems: 1 } },
    exclude: listSchema({ type: 'object', minProperties: 1 }),
    alias: textSchema,
  },
  ['parameters'],
);

/** The options of a job in a workflow; other keys are the job's parameters. */
const jobOptionsSchema: ConfigurationSchema = {
  type: ['object', 'null'],
  properties: {
    name: textSchema,
    type: { enum: ['approval'] },
    requires: { type: ['array', 'null'], items: requirementSchema },
    context: textListSchema,
    filters: filtersSchema,
    matrix: matrixSchema,
    'pre-steps': referTo('steps'),
    'post-steps': referTo('steps'),
    'serial-group': textSchema,
    'override-with': textSchema,
  },
};

const scheduleSchema = mappingSchema({ cron: textSchema, filters: mappingSchema({ branches: filterSchema }) }, ['cron']);

const workflowSchema: ConfigurationSchema = mappingSchema(
  {
    when: referTo('logic'),
    unless: referTo('logic'),
    max_auto_reruns: integerSchema(1),
    triggers: deprecateSchema(
      'Use a schedule of the pipeline: it needs no push to change, and can have parameters.',
      listSchema(mappingSchema({ schedule: scheduleSchema }, ['schedule'])),
    ),
    jobs: {
      type: 'array',
      minItems: 1,
      items: { type: ['string', 'object'], minProperties: 1, maxProperties: 1, additionalProperties: jobOptionsSchema },
    },
  },
  ['jobs'],
);

export const workflowsSchema: ConfigurationSchema = {
  ...mapSchema(workflowSchema),
  type: ['object', 'null'],
  properties: { version: { enum: [2, '2', 2.1, '2.1'] } },
};
