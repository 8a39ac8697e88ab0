import type { AttributeKind } from '@slipway/declarations/declare';

const pattern = /^https?:\/\/[^\s]{1,1990}$/;

/** The URL that a request is sent to. */
export const httpUrlKind: AttributeKind<string> = {
  type: 'string',
  json: { type: 'string', pattern: pattern.source },
  description: 'a URL that begins with https:// or http://',
  accepts: (value) => typeof value === 'string' && pattern.test(value) && URL.canParse(value),
};
