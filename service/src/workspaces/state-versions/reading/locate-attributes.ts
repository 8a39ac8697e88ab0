import { findStringEnd, type JsonLimits, throwJsonExcess } from '../../../http/bounded-json.ts';

const [quote, comma, colon, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d];

/** Levels of a state: `{resources: [{instances: [{attributes}]}]}`. */
const levels = { file: 1, block: 3, instance: 5 } as const;

/** The index of the colon that follows the string which ends at `end`; -1: it is no name. */
const findColon = (text: string, end: number): number => {
  for (let at = end + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === colon) return at;
    if (code > 0x20) return -1;
  }
  return -1;
};

/**
 * A hash of 64 bits over a part of a text, as text. It tells whether attributes have changed, and is no proof against somebody who looks
 * for two texts with the same one.
 */
export const hashText = (text: string, start: number, end: number): string => {
  let [low, high] = [0x811c9dc5 | 0, 0x2545f491];
  // Two characters at a time; after the last one of an odd number, none.
  for (let at = start; at < end; at += 2) {
    const pair = text.charCodeAt(at) | (at + 1 < end ? text.charCodeAt(at + 1) << 16 : 0);
    low = Math.imul(low ^ pair, 0x01000193);
    low ^= low >>> 15;
    high = Math.imul(high + pair, 0x9e3779b1) ^ (high >>> 13);
  }
  return `${(low >>> 0).toString(36)}.${(high >>> 0).toString(36)}`;
};

/** Where attributes are in the text of a state: of the instance at an index, `[2 × index]` is the start and the next one the end. */
export type AttributePlaces = readonly number[];

/**
 * Finds where the attributes of each object are in a state, in the order of all objects; both numbers are 0 where there are none. One pass,
 * without parsing, which also throws for a text beyond the limits as `requireBoundedJson` does. What is no JSON has places of any kind.
 */
// oxlint-disable-next-line max-lines-per-function -- one loop over all characters, whose variables stay in registers
export const locateAttributes = (text: string, what: string, limits: JsonLimits): AttributePlaces => {
  const places: number[] = [];
  let [level, count, start] = [0, 1, 0];
  let [isResources, isInstances] = [false, false];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      const end = findStringEnd(text, index);
      if (level === levels.file || (isResources && (level === levels.block || (level === levels.instance && isInstances)))) {
        const after = findColon(text, end);
        if (after >= 0) {
          if (level === levels.file) isResources = text.startsWith('"resources"', index);
          else if (level === levels.block) isInstances = text.startsWith('"instances"', index);
          else if (text.startsWith('"attributes"', index)) start = after + 1;
        }
      }
      index = end;
    } else if (code === openBracket || code === openBrace) {
      if (++level > limits.depth) throwJsonExcess('depth', what, limits);
      if (++count > limits.values) throwJsonExcess('values', what, limits);
      if (level === levels.instance && code === openBrace && isResources && isInstances) {
        places.push(0, 0);
        start = 0;
      }
    } else if (code === comma || code === closeBracket || code === closeBrace) {
      if (level === levels.instance && start > 0) {
        places[places.length - 2] = start;
        places[places.length - 1] = index;
        start = 0;
      }
      if (code !== comma) level--;
      else if (++count > limits.values) throwJsonExcess('values', what, limits);
    }
  }
  return places;
};
