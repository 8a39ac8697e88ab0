import { describeJsonType } from '../http/describe-json.ts';
import type { ErrorObject } from '../http/problem.ts';
import type { JsonObject } from './parse-document.ts';

type AttributeType = 'text' | 'name' | 'flag' | 'number' | 'object';
const attributeTypes: { readonly [word in AttributeType]: { readonly words: string; fits(value: unknown): boolean } } = {
  text: { words: 'text', fits: (value) => typeof value === 'string' },
  // Names are shown in lists, messages and logs: a line break could forge a line there.
  name: {
    words: 'one line of at most 255 characters',
    fits: (value) => typeof value === 'string' && !/[\p{Cc}\u2028\u2029]/u.test(value) && [...value].length <= 255,
  },
  flag: { words: 'true or false', fits: (value) => typeof value === 'boolean' },
  number: { words: 'a number', fits: (value) => typeof value === 'number' },
  object: { words: 'an object', fits: (value) => typeof value === 'object' && value !== null && !Array.isArray(value) },
};

/**
 * Attributes that are not what their route takes. `!`: required when `creating`; `?`: null is taken, too.
 * The values are not repeated: of these nouns some are sealed. For the nouns that have no declaration; `validateRequest`
 * of derive validates the declared ones.
 */
export const validateTypes = (
  attributes: JsonObject,
  expected: { readonly [name: string]: `${AttributeType}${'' | '!' | '?'}` },
  creating: boolean,
  pointer = '/data/attributes',
): ErrorObject[] =>
  Object.entries(expected).flatMap(([name, rule]): ErrorObject[] => {
    const word = attributeTypes[rule.replace(/[!?]$/, '') as AttributeType];
    const value = attributes[name];
    const at = `${pointer}/${name}`;
    if (value === undefined || value === null) {
      if (rule.endsWith('!') && (creating || value === null))
        return [{ detail: `${name} is required: expected ${word.words}`, pointer: at }];
      return value === null && !rule.endsWith('?') && !rule.endsWith('!')
        ? [{ detail: `expected ${word.words}, got null`, pointer: at }]
        : [];
    }
    if (!word.fits(value)) return [{ detail: `expected ${word.words}, got ${describeJsonType(value)}`, pointer: at }];
    return (rule === 'text!' || rule === 'name!') && value === '' ? [{ detail: `${name} can't be blank`, pointer: at }] : [];
  });
