import type { Fault } from '../problem.ts';
import type { Json } from './read.ts';

type Word = 'text' | 'flag' | 'number' | 'object';
const is: { readonly [word in Word]: { readonly words: string; fits(value: unknown): boolean } } = {
  text: { words: 'text', fits: (value) => typeof value === 'string' },
  flag: { words: 'true or false', fits: (value) => typeof value === 'boolean' },
  number: { words: 'a number', fits: (value) => typeof value === 'number' },
  object: { words: 'an object', fits: (value) => typeof value === 'object' && value !== null && !Array.isArray(value) },
};

/**
 * Attributes that are not what their endpoint takes. `!`: required when `creating`; `?`: null is taken, too.
 * For the nouns that have no declaration; the declared ones are judged by derive's door.
 */
export const mistyped = (attributes: Json, expected: { readonly [name: string]: `${Word}${'' | '!' | '?'}` }, creating: boolean, pointer = '/data/attributes'): Fault[] =>
  Object.entries(expected).flatMap(([name, rule]): Fault[] => {
    const word = is[rule.replace(/[!?]$/, '') as Word];
    const value = attributes[name];
    const at = `${pointer}/${name}`;
    if (value === undefined || value === null) {
      if (rule.endsWith('!') && (creating || value === null)) return [{ detail: `${name} is required: expected ${word.words}`, pointer: at }];
      return value === null && !rule.endsWith('?') && !rule.endsWith('!') ? [{ detail: `expected ${word.words}, got null`, pointer: at }] : [];
    }
    if (!word.fits(value)) return [{ detail: `expected ${word.words}, got ${JSON.stringify(value).slice(0, 60)}`, pointer: at }];
    return rule === 'text!' && value === '' ? [{ detail: `${name} can't be blank`, pointer: at }] : [];
  });
