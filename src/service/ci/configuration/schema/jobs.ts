import { limits } from '../limits.ts';
import { choice, deprecated, flag, listOf, mapOf, mapping, mappingOr, type Schema, text, textOrTexts, to, whole } from './parts.ts';

const image = mapping({
  image: text, name: text, entrypoint: textOrTexts, command: textOrTexts, user: text, environment: to('environment'),
  auth: mapOf(text), aws_auth: mapOf(text),
}, ['image']);

const noImage = 'Say an `image`; `true` is for machines of your own, which `resource_class` names.';
const machine: Schema = mappingOr(['boolean', 'string'], { image: text, docker_layer_caching: flag, shell: text, resource_class: text, enabled: deprecated(noImage, { type: 'boolean' }) });

const surroundings: { readonly [key: string]: Schema } = {
  docker: listOf(image), machine, macos: mapping({ xcode: text }, ['xcode']), resource_class: text, shell: text, working_directory: text, environment: to('environment'),
};

/** `machine: true` means a machine of one's own only where `resource_class` names one: `namespace/name`. */
const machineTrue = {
  if: { properties: { machine: { const: true } }, required: ['machine'], not: { properties: { resource_class: { type: 'string', pattern: '/|<<' } }, required: ['resource_class'] } },
  then: { properties: { machine: deprecated(noImage) } },
};

export const executor: Schema = { ...mapping({ ...surroundings, parameters: to('parameters'), description: text }), ...machineTrue };

const named: Schema = { type: ['string', 'object'], required: ['name'] };

export const job: Schema = {
  ...mapping({
    ...surroundings, type: choice('build', 'approval', 'release', 'no-op'), description: text, parameters: to('parameters'), executor: named, parallelism: whole(1, limits.parallelism), steps: to('steps'),
    branches: deprecated('Use `filters` of the job in a workflow.'), ip_ranges: flag, circleci_ip_ranges: flag, retention: mapOf({}), plan_name: text, allow_ssh: {},
  }),
  ...machineTrue,
};

export const command: Schema = mapping({ steps: to('steps'), parameters: to('parameters'), description: text }, ['steps']);
