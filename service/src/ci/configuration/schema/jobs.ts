import { configurationLimits } from '../configuration-limits.ts';
import {
  choiceSchema,
  deprecateSchema,
  flagSchema,
  strictFlagSchema,
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

const imageSchema = mappingSchema(
  {
    image: textSchema,
    name: textSchema,
    entrypoint: textListSchema,
    command: textListSchema,
    user: textSchema,
    environment: referTo('environment'),
    auth: mapSchema(textSchema),
    aws_auth: mapSchema(textSchema),
  },
  ['image'],
);

const imageAdvice = 'Set `image`; `true` is for self-hosted machines, which `resource_class` names.';
const machineSchema: ConfigurationSchema = mappingOrSchema(['boolean', 'string'], {
  image: textSchema,
  docker_layer_caching: flagSchema,
  shell: textSchema,
  resource_class: textSchema,
  enabled: deprecateSchema(imageAdvice, strictFlagSchema),
});

const executorProperties: { readonly [key: string]: ConfigurationSchema } = {
  docker: listSchema(imageSchema),
  machine: machineSchema,
  macos: mappingSchema({ xcode: textSchema }, ['xcode']),
  resource_class: textSchema,
  shell: textSchema,
  working_directory: textSchema,
  environment: referTo('environment'),
};

/** `machine: true` is valid only with a self-hosted `resource_class`: `namespace/name`. */
const machineTrueCondition = {
  if: {
    properties: { machine: { const: true } },
    required: ['machine'],
    not: { properties: { resource_class: { type: 'string', pattern: '/|<<' } }, required: ['resource_class'] },
  },
  then: { properties: { machine: deprecateSchema(imageAdvice) } },
};

export const executorSchema: ConfigurationSchema = {
  ...mappingSchema({ ...executorProperties, parameters: referTo('parameters'), description: textSchema }),
  ...machineTrueCondition,
};

const executorReferenceSchema: ConfigurationSchema = { type: ['string', 'object'], required: ['name'] };

export const jobSchema: ConfigurationSchema = {
  ...mappingSchema({
    ...executorProperties,
    type: choiceSchema('build', 'approval', 'release', 'no-op'),
    description: textSchema,
    parameters: referTo('parameters'),
    executor: executorReferenceSchema,
    parallelism: integerSchema(1, configurationLimits.parallelism),
    steps: referTo('steps'),
    branches: deprecateSchema('Use `filters` of the job in a workflow.'),
    ip_ranges: flagSchema,
    circleci_ip_ranges: flagSchema,
    retention: mapSchema({}),
    plan_name: textSchema,
    allow_ssh: {},
  }),
  ...machineTrueCondition,
};

export const commandSchema: ConfigurationSchema = mappingSchema(
  { steps: referTo('steps'), parameters: referTo('parameters'), description: textSchema },
  ['steps'],
);
