import { commandSchema, executorSchema, jobSchema } from './jobs.ts';
import { logicSchema } from './logic.ts';
import { parametersSchema } from './parameters.ts';
import {
  deprecateSchema,
  mapSchema,
  mappingSchema,
  type ConfigurationSchema,
  referTo,
  strictFlagSchema,
  textSchema,
} from './schema-builders.ts';
import { conditionalStepsSchema, environmentSchema, stepSchema, stepsSchema } from './steps.ts';
import { workflowsSchema } from './workflows.ts';

const reusableProperties = {
  commands: mapSchema(referTo('command')),
  executors: mapSchema(referTo('executor')),
  jobs: mapSchema(referTo('job')),
  orbs: referTo('orbs'),
};
const versionCondition = (...versions: readonly unknown[]) => ({ properties: { version: { enum: versions } }, required: ['version'] });

const definitions = {
  command: commandSchema,
  executor: executorSchema,
  job: jobSchema,
  logic: logicSchema,
  parameters: parametersSchema,
  step: stepSchema,
  steps: stepsSchema,
  conditionalSteps: conditionalStepsSchema,
  environment: environmentSchema,
  workflows: workflowsSchema,
  orbs: mapSchema({ type: ['string', 'object'], properties: reusableProperties }),
};

/** The JSON Schema of a pipeline configuration. Unknown top-level keys are allowed: they hold YAML anchors. */
export const configurationSchema: ConfigurationSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The configuration of a pipeline',
  type: 'object',
  required: ['version'],
  properties: {
    version: { enum: [2, 2.1, '2', '2.0', '2.1'] },
    setup: strictFlagSchema,
    parameters: referTo('parameters'),
    ...reusableProperties,
    workflows: referTo('workflows'),
    experimental: deprecateSchema('It has no effect any more: remove it.'),
  },
  allOf: [
    {
      if: versionCondition(2.1, '2.1'),
      then: {
        properties: {
          workflows: { properties: { version: deprecateSchema('Remove it: `version: 2.1` at the top also applies to workflows.') } },
        },
      },
    },
  ],
  $defs: definitions,
};

/** The JSON Schema of an orb in a file of its own. Unknown top-level keys are allowed: they hold YAML anchors. */
export const orbSchema: ConfigurationSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'An orb',
  type: 'object',
  required: ['version'],
  properties: {
    version: { enum: [2.1, '2.1'] },
    description: textSchema,
    display: mappingSchema({ home_url: textSchema, source_url: textSchema }),
    ...reusableProperties,
    examples: mapSchema(mappingSchema({ description: textSchema, usage: { type: 'object' }, result: { type: 'object' } }, ['usage'])),
  },
  $defs: definitions,
};
