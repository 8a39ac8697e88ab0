import { deprecated, listOf, mapOf, mapping, mappingOr, type Schema, text, textOrTexts, to, whole } from './parts.ts';

const filter = mappingOr(['null'], { only: textOrTexts, ignore: textOrTexts });
const filters: Schema = mappingOr(['string', 'boolean'], { branches: filter, tags: filter });

const requirement: Schema = { type: ['string', 'number', 'object'], minProperties: 1, maxProperties: 1, additionalProperties: textOrTexts };

const matrix: Schema = mapping({
  parameters: { type: 'object', minProperties: 1, additionalProperties: { type: 'array', minItems: 1 } }, exclude: listOf({ type: 'object', minProperties: 1 }), alias: text,
}, ['parameters']);

/** What a workflow says of a job; other keys are the job's parameters. */
const called: Schema = {
  type: ['object', 'null'],
  properties: {
    name: text, type: { enum: ['approval'] }, requires: { type: ['array', 'null'], items: requirement }, context: textOrTexts, filters, matrix,
    'pre-steps': to('steps'), 'post-steps': to('steps'), 'serial-group': text, 'override-with': text,
  },
};

const schedule = mapping({ cron: text, filters: mapping({ branches: filter }) }, ['cron']);

const workflow: Schema = mapping({
  when: to('logic'), unless: to('logic'), max_auto_reruns: whole(1),
  triggers: deprecated('Use a schedule of the pipeline: it needs no push to change, and can have parameters.', listOf(mapping({ schedule }, ['schedule']))),
  jobs: { type: 'array', minItems: 1, items: { type: ['string', 'object'], minProperties: 1, maxProperties: 1, additionalProperties: called } },
}, ['jobs']);

export const workflows: Schema = { ...mapOf(workflow), type: ['object', 'null'], properties: { version: { enum: [2, '2', 2.1, '2.1'] } } };
