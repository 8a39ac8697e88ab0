import { bool, computed, int, oneOf, optional, required, serviceDefault, string, stringOfLength, time } from '../../declare/index.ts';

/** For a sensitive variable the service changes only the value. */
const keptWhileSensitive = { while: 'sensitive' } as const;

/** Attributes of every variable, for any owner. */
export const commonVariableAttributes = {
  key: required(stringOfLength(1, 255), 'Its name.', { immutable: keptWhileSensitive }),
  category: required(oneOf('infra', 'env'), 'Whether it is a variable of the engine (`infra`) or of the environment (`env`).', {
    immutable: keptWhileSensitive,
  }),
  value: optional(string, 'Its value. Kept in the state: for a secret use `value_wo`.', {
    default: serviceDefault,
    leftAlone: true,
    sensitive: true,
    secret: { changeMarker: 'version_id' },
  }),
  value_wo: optional(
    string,
    'Its value, stored neither in the plan nor in the state. A change is noticed by a fingerprint of 20 bits in private state.',
    {
      at: 'value',
      sensitive: true,
      writeOnly: { revision: 'value_wo_version', changeMarker: 'version_id', insteadOf: 'value' },
    },
  ),
  value_wo_version: optional(
    int,
    'Moves up by one whenever `value_wo` differs from what was last sent; set it to decide yourself when the value is sent.',
    { local: true },
  ),
  on_conflict: optional(
    oneOf('error', 'adopt', 'overwrite'),
    'What to do if the variable already exists: `error` stops the plan, `adopt` takes it over and leaves a value that cannot be ' +
      'read, `overwrite` takes it over and replaces its value.',
    { default: 'error', local: true },
  ),
  readable_value: computed(string, 'Its value in clear text, as plans show it; null for a sensitive variable and with `value_wo`.', {
    at: 'value',
    readableCopy: { of: 'value', unless: 'sensitive' },
  }),
  description: optional(string, 'What it is for.', { default: '', immutable: keptWhileSensitive }),
  hcl: optional(bool, 'Whether the value is code of the configuration language; without effect for `env`.', {
    default: false,
    immutable: keptWhileSensitive,
  }),
  sensitive: optional(bool, 'Whether the service never shows the value again. Going back to `false` replaces the variable.', {
    default: false,
    immutable: { from: true },
  }),
  created_at: computed(time, 'When it was made.'),
  version_id: computed(string, 'The version of the value, if the service returns one; a change made elsewhere is detected by it.', {
    changesWith: '*',
    optionalInResponse: true,
  }),
};

export const variableNotes = [
  'A variable that exists keeps its value while neither `value` nor `value_wo` is set, as after an import. A value that is ' +
    'configured is written once after an import if it is sensitive: what the service holds cannot be read.',
  'Of a sensitive variable only the value is changed in place: a new variable takes its place otherwise, and needs its value again.',
  'A service that answers no `version-id` gives no way to notice that a sensitive value was changed elsewhere.',
];
