import { command, executor, job } from './jobs.ts';
import { logic } from './logic.ts';
import { parameters } from './parameters.ts';
import { deprecated, mapOf, type Schema, to } from './parts.ts';
import { environment, step, steps } from './steps.ts';
import { workflows } from './workflows.ts';

const reusable = { commands: mapOf(to('command')), executors: mapOf(to('executor')), jobs: mapOf(to('job')), orbs: to('orbs') };
const named = (...versions: readonly unknown[]) => ({ properties: { version: { enum: versions } }, required: ['version'] });

/** The JSON Schema of a pipeline's configuration. Top-level keys that it does not know are anchors' places. */
export const configurationSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The configuration of a pipeline',
  type: 'object',
  required: ['version'],
  properties: {
    version: { enum: [2, 2.1, '2', '2.0', '2.1'] }, setup: { type: 'boolean' }, parameters: to('parameters'), ...reusable, workflows: to('workflows'),
    experimental: deprecated('It has no effect any more: remove it.'),
  },
  allOf: [{
    if: named(2.1, '2.1'),
    then: { properties: { workflows: { properties: { version: deprecated('Remove it: `version: 2.1` at the top says it for workflows too.') } } } },
  }],
  $defs: {
    command, executor, job, logic, parameters, step, steps, environment, workflows,
    orbs: mapOf({ type: ['string', 'object'], properties: reusable }),
  },
};
