import type { SourceFault } from '../source.ts';
import { commentEnd, parseKey, skipSpace, stringEnd, textStart } from './scan.ts';

/** The number of members in the text: outside of strings and comments each has one colon. */
function countWrittenMembers(text: string): number {
  let colons = 0;
  for (let at = textStart(text); at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      at = stringEnd(text, at);
      continue;
    }
    if (code === 47) {
      at = commentEnd(text, at);
      continue;
    }
    if (code === 58) colons += 1;
    at += 1;
  }
  return colons;
}

/** The number of members in the value. */
function countMembers(value: unknown): number {
  let members = 0;
  const open: unknown[] = [value];
  while (open.length) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const values = Array.isArray(next) ? next : Object.values(next);
    if (values !== next) members += values.length;
    for (const item of values) if (typeof item === 'object' && item !== null) open.push(item);
  }
  return members;
}

/** A warning for each key that its object has written before; the last one is what the value has. `text` is known to be right. */
export function duplicateKeys(text: string, value: unknown): SourceFault[] {
  return countWrittenMembers(text) === countMembers(value) ? [] : findDuplicates(text);
}

function findDuplicates(text: string): SourceFault[] {
  const faults: SourceFault[] = [];
  // The names of each open object; undefined for an array.
  const open: (Set<string> | undefined)[] = [];
  let before = 0;
  for (let at = textStart(text); at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === 47 || code === 32 || (code <= 13 && code >= 9)) {
      at = skipSpace(text, at);
      continue;
    }
    if (code === 34) {
      const end = stringEnd(text, at);
      const names = open.at(-1);
      if (names && (before === 123 || before === 44)) {
        const name = parseKey(text.slice(at, end));
        if (names.has(name))
          faults.push({ start: at, end, severity: 'warning', isRepeatedKey: true, message: `duplicate key ${JSON.stringify(name)}` });
        names.add(name);
      }
      at = end;
    } else {
      if (code === 123) open.push(new Set());
      else if (code === 91) open.push(undefined);
      else if (code === 125 || code === 93) open.pop();
      at += 1;
    }
    before = code;
  }
  return faults;
}
