import { bool, computed, jsonText, mapOf, string } from '../../declare/index.ts';

/** An output of a state, as a list answers it. */
export const outputAttributes = {
  id: computed(string, 'The ID of the output.'),
  name: computed(string, 'Its name.'),
  sensitive: computed(bool, 'Whether the service withholds its value.'),
  type: computed(string, 'Its type: `string`, `number`, `bool`, `array` or `object`.'),
  detailed_type: computed(jsonText, 'Its type in detail, as JSON.'),
  value_json: computed(jsonText, 'Its value as JSON, for `jsondecode`; null where it is sensitive.', { at: 'value', sensitive: true }),
};

export const nonsensitiveValues = computed(
  mapOf(jsonText),
  'The value of each output that is not sensitive, by its name, as JSON, for `jsondecode`.',
);
