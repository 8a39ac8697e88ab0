/** The schema of most tests: `city` has a sibling to write instead, `zip` has none. */
export const settings = JSON.stringify({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    place: { type: 'string', title: 'Place', description: 'Where it *is*.' },
    city: {
      type: 'string',
      deprecated: true,
      description: 'The town.',
      'x-deprecation-message': 'Use `place`; <b>not</b> [this](https://example.com).',
      'x-replaced-by': 'place',
      'x-deprecated-since': '2.0',
      'x-removed-in': '3.0',
    },
    zip: { deprecated: true },
    port: { type: 'integer' },
    mode: {
      enum: ['fast', 'slow', 'other'],
      description: 'How fast.',
      markdownDescription: 'How **fast** it is.',
      enumDescriptions: ['Without checks *at all*.', 'With checks.'],
      markdownEnumDescriptions: [null, 'With _all_ checks.'],
    },
  },
});
