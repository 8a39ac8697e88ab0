import { unescapePointerToken } from '../json.ts';

/** The steps of an RFC 6901 pointer; undefined for a malformed one. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer.slice(1).split('/').map(unescapePointerToken);
}

/** The pointer of the parent; of the whole document, itself. */
export const parentPointer = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

/** The property or index a pointer ends in; '' for the whole. */
export const lastStep = (pointer: string): string => unescapePointerToken(pointer.slice(pointer.lastIndexOf('/') + 1));

/** The index that a step means in an array; undefined for `01`, `-` and what else is no index. */
export function parseIndex(step: string): number | undefined {
  return /^(0|[1-9]\d{0,14})$/.test(step) ? Number(step) : undefined;
}

/** The value at some steps, own members and items only; undefined where they lead nowhere. */
export function valueAt(root: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((value, step) => {
    if (
      typeof value !== 'object' ||
      value === null ||
      !Object.hasOwn(value, step) ||
      (Array.isArray(value) && parseIndex(step) === undefined)
    )
      return undefined;
    return (value as Record<string, unknown>)[step];
  }, root);
}

/** Whether a key at these steps could take another name: its parent is an object that has no such key yet. */
export function isNameFree(root: unknown, steps: readonly string[], name: string): boolean {
  const parent = valueAt(root, steps.slice(0, -1));
  return steps.length > 0 && typeof parent === 'object' && parent !== null && !Array.isArray(parent) && !Object.hasOwn(parent, name);
}
