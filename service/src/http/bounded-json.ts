import { describeJsonError } from './describe-json.ts';
import { badRequest, Problem } from './problem.ts';

/**
 * What a JSON text may hold. Parsing costs up to 3 µs for each value and more for each level, so a text of the size limit could
 * hold the event loop for a second; within these limits it takes some milliseconds.
 */
export const jsonLimits = { depth: 100, values: 20_000 } as const;
export type JsonLimits = { readonly [limit in keyof typeof jsonLimits]: number };

const [quote, comma, openBracket, backslash, closeBracket, openBrace, closeBrace] = [0x22, 0x2c, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d];

/** The index of the quotation mark that ends the string which begins at `start`; the length of the text where none does. */
export const findStringEnd = (text: string, start: number): number => {
  for (let from = start + 1; ;) {
    const end = text.indexOf('"', from);
    if (end < 0) return text.length;
    let first = end;
    while (text.charCodeAt(first - 1) === backslash) first--;
    if ((end - first) % 2 === 0) return end;
    from = end + 1;
  }
};

/** Which limit a text exceeds, without parsing it: linear in its length, and it ends at the first excess. */
export const findJsonExcess = (text: string, { depth, values }: JsonLimits): 'depth' | 'values' | undefined => {
  let [level, count] = [0, 1];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = findStringEnd(text, index);
    else if (code === openBracket || code === openBrace) {
      if (++level > depth) return 'depth';
      if (++count > values) return 'values';
    } else if (code === closeBracket || code === closeBrace) level--;
    else if (code === comma && ++count > values) return 'values';
  }
  return undefined;
};

/** Throws 400 for a text that is nested too deeply, 413 for one with too many values. `what`: the beginning of the message. */
export const throwJsonExcess = (excess: 'depth' | 'values', what: string, limits: JsonLimits): never => {
  if (excess === 'depth') throw badRequest(`${what} is nested more than ${limits.depth} levels deep`);
  throw new Problem(413, [{ detail: `${what} has more than ${limits.values} values` }]);
};

/** Throws for a text beyond the limits, as `throwJsonExcess` does. */
export const requireBoundedJson = (text: string, what = 'the body', limits: JsonLimits = jsonLimits): void => {
  const excess = findJsonExcess(text, limits);
  if (excess) throwJsonExcess(excess, what, limits);
};

/** Parses the JSON text of a request. Throws a Problem: 400 for text that is not JSON or nested too deeply, 413 for too many values. */
export const parseBoundedJson = (text: string, what = 'the body', limits: JsonLimits = jsonLimits): unknown => {
  requireBoundedJson(text, what, limits);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`${what} is not valid JSON: ${describeJsonError(error)}`);
  }
};
