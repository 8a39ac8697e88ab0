import { choice, deprecated, flag, listOf, mapOf, mapping, mappingOr, type Schema, text, textOrTexts, to } from './parts.ts';

const when = choice('always', 'on_success', 'on_fail');
const run = mappingOr(['string', 'number', 'boolean'], {
  name: text, command: text, shell: text, environment: to('environment'), background: flag, working_directory: text, no_output_timeout: text, when,
  max_auto_reruns: {}, auto_rerun_delay: text,
}, ['command']);
const conditional = mapping({ condition: to('logic'), steps: to('steps') }, ['condition', 'steps']);

const types: { readonly [type: string]: Schema } = {
  run,
  deploy: deprecated('Use `run`; where parallelism is above 1, a job of its own that requires this one.', run),
  checkout: mappingOr(['null'], { path: text, method: choice('blobless', 'full', 'shallow'), depth: {}, name: text, when }),
  setup_remote_docker: mappingOr(['null'], { version: text, docker_layer_caching: flag, reusable: flag, exclusive: flag, name: text, when }),
  add_ssh_keys: mappingOr(['null'], { fingerprints: listOf(text), name: text, when }),
  save_cache: mapping({ paths: listOf(text), key: text, name: text, when }, ['paths', 'key']),
  restore_cache: { ...mapping({ key: text, keys: listOf(text), name: text, when }), anyOf: [{ required: ['key'] }, { required: ['keys'] }] },
  store_artifacts: mapping({ path: text, destination: text, name: text, when }, ['path']),
  store_test_results: mapping({ path: text, name: text, when }, ['path']),
  persist_to_workspace: mapping({ root: text, paths: textOrTexts, name: text, when }, ['root', 'paths']),
  attach_workspace: mapping({ at: text, name: text, when }, ['at']),
  when: conditional, unless: conditional, steps: to('steps'),
};

/** One step by its name, or by its name with what it is given. What is not listed is a command. */
export const step: Schema = { type: ['string', 'object'], minProperties: 1, maxProperties: 1, properties: types };

/** A list of steps, or a parameter that holds one. */
export const steps: Schema = { type: ['array', 'string', 'null'], pattern: '<<', items: to('step') };

/** Names with what they stand for. */
export const environment: Schema = mapOf({ type: ['string', 'number', 'boolean', 'null'] });
