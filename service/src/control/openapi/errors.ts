/** Schemas of error responses, as the specification of each service defines them. */
export const errorSchemas = {
  workspaces: {
    type: 'object',
    required: ['errors'],
    properties: {
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['status', 'title'],
          properties: {
            status: { type: 'string' },
            title: { type: 'string' },
            detail: { type: 'string' },
            source: { type: 'object', properties: { pointer: { type: 'string' }, parameter: { type: 'string' } } },
          },
        },
      },
    },
  },
  ci: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      error: {
        type: ['string', 'object'],
        description: 'A sentence instead of `message`, for policies in the hosted dialect; an object with `title` and `detail` in API v3.',
      },
    },
  },
} as const;

const errorDescriptions: readonly (readonly [status: string, description: string])[] = [
  ['400', 'The request is invalid.'],
  ['401', 'No token, or one that is not valid.'],
  ['403', 'The caller may see it and not do this to it.'],
  ['404', 'The object does not exist, or the caller cannot access it.'],
  ['409', 'The request conflicts with the current state.'],
  ['429', 'More requests than a caller may make in a second.'],
  ['default', 'Any other refusal.'],
];
const rateLimitHeaders = {
  'Retry-After': { schema: { type: 'string' } },
  'X-RateLimit-Limit': { schema: { type: 'string' } },
  'X-RateLimit-Remaining': { schema: { type: 'string' } },
  'X-RateLimit-Reset': { schema: { type: 'string' } },
};

const nameResponse = (status: string): string => (status === 'default' ? 'Refused' : `Refused${status}`);

/** `components.responses` of a service, and how operations refer to them. */
export const renderErrorResponses = (mediaType: string) =>
  Object.fromEntries(
    errorDescriptions.map(([status, description]) => [
      nameResponse(status),
      {
        description,
        ...(status === '429' ? { headers: rateLimitHeaders } : {}),
        content: { [mediaType]: { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
export const referenceErrorResponses = (open: boolean) =>
  Object.fromEntries(
    errorDescriptions
      .filter(([status]) => !(open && status === '401'))
      .map(([status]) => [status, { $ref: `#/components/responses/${nameResponse(status)}` }]),
  );
