import {
  choiceSchema,
  deprecateSchema,
  flagSchema,
  listSchema,
  mapSchema,
  mappingSchema,
  mappingOrSchema,
  type ConfigurationSchema,
  textSchema,
  textListSchema,
  referTo,
} from './schema-builders.ts';

const whenSchema = choiceSchema('always', 'on_success', 'on_fail');
const runSchema = mappingOrSchema(
  ['string', 'number', 'boolean'],
  {
    name: textSchema,
    command: textSchema,
    shell: textSchema,
    environment: referTo('environment'),
    background: flagSchema,
    working_directory: textSchema,
    no_output_timeout: textSchema,
    when: whenSchema,
    max_auto_reruns: {},
    auto_rerun_delay: textSchema,
  },
  ['command'],
);
const conditionalSchema = mappingSchema({ condition: referTo('logic'), steps: referTo('conditionalSteps') }, ['condition', 'steps']);

const stepTypeSchemas: { readonly [type: string]: ConfigurationSchema } = {
  run: runSchema,
  deploy: deprecateSchema('Use `run`; where parallelism is above 1, a job of its own that requires this one.', runSchema),
  checkout: mappingOrSchema(['null'], {
    path: textSchema,
    method: choiceSchema('blobless', 'full', 'shallow'),
    depth: {},
    name: textSchema,
    when: whenSchema,
  }),
  setup_remote_docker: mappingOrSchema(['null'], {
    version: textSchema,
    docker_layer_caching: flagSchema,
    reusable: flagSchema,
    exclusive: flagSchema,
    name: textSchema,
    when: whenSchema,
  }),
  add_ssh_keys: mappingOrSchema(['null'], { fingerprints: listSchema(textSchema), name: textSchema, when: whenSchema }),
  save_cache: mappingSchema({ paths: listSchema(textSchema), key: textSchema, name: textSchema, when: whenSchema }, ['paths', 'key']),
  restore_cache: {
    ...mappingSchema({ key: textSchema, keys: listSchema(textSchema), name: textSchema, when: whenSchema }),
    anyOf: [{ required: ['key'] }, { required: ['keys'] }],
  },
  store_artifacts: {
    ...mappingSchema(
      {
        path: textSchema,
        destination: textSchema,
        prefix: deprecateSchema('Use `destination`.', textSchema),
        name: textSchema,
        when: whenSchema,
      },
      ['path'],
    ),
    dependentSchemas: { prefix: { properties: { destination: false } } },
  },
  store_test_results: mappingSchema({ path: textSchema, name: textSchema, when: whenSchema }, ['path']),
  persist_to_workspace: mappingSchema({ root: textSchema, paths: textListSchema, name: textSchema, when: whenSchema }, ['root', 'paths']),
  attach_workspace: mappingSchema({ at: textSchema, name: textSchema, when: whenSchema }, ['at']),
  when: conditionalSchema,
  unless: conditionalSchema,
  steps: referTo('steps'),
};

/** One step: its name, or its name with parameters. A name that is not listed is a command. */
export const stepSchema: ConfigurationSchema = {
  type: ['string', 'object'],
  minProperties: 1,
  maxProperties: 1,
  properties: stepTypeSchemas,
};

/** A list of steps, or a parameter of the type `steps`. */
export const stepsSchema = { type: ['array', 'string', 'null'], pattern: '<<', items: referTo('step') };

/** The steps of a condition: a list, or one mapping of steps. */
export const conditionalStepsSchema: ConfigurationSchema = {
  ...stepsSchema,
  type: ['array', 'object', 'string', 'null'],
  minProperties: 1,
  properties: stepTypeSchemas,
};

const variableSchema = { type: ['string', 'number', 'boolean', 'null'] };
/** Environment variables by name, or a list of them: `NAME=value`, or mappings. */
export const environmentSchema: ConfigurationSchema = {
  ...mapSchema(variableSchema),
  type: ['object', 'array'],
  items: { ...mapSchema(variableSchema), type: ['object', 'string'], pattern: '^[^=]+=|<<' },
};
