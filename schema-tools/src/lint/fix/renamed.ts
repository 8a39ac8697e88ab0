import { setOwn } from '../../documents/own.ts';
import { escaped, isObject, unescaped } from '../../json.ts';
import type { Candidate } from './types.ts';

type Renames = readonly Pick<Candidate, 'document' | 'pointer' | 'name'>[];

interface Branch { name?: string; readonly below: Map<string, Branch> }

const treeOf = (renames: Renames): Branch => {
  const root: Branch = { below: new Map() };
  for (const { pointer, name } of renames) {
    let place = root;
    for (const step of pointer.slice(1).split('/').map(unescaped)) {
      const next = place.below.get(step) ?? { below: new Map() };
      place.below.set(step, next);
      place = next;
    }
    place.name = name;
  }
  return root;
};

const walk = (value: unknown, { below }: Branch): unknown => {
  if (below.size === 0) return value;
  if (Array.isArray(value)) return value.map((item, index) => { const branch = below.get(`${index}`); return branch ? walk(item, branch) : item; });
  if (!isObject(value)) return value;
  const members: object = {};
  for (const [key, member] of Object.entries(value)) {
    const branch = below.get(key);
    setOwn(members, branch?.name ?? key, branch ? walk(member, branch) : member);
  }
  return members;
};

/** A document's value with some keys renamed; everything else is the same. Pointers are of the value as it is given. */
export const renamed = (value: unknown, renames: Renames): unknown => walk(value, treeOf(renames));

/** Where a place is after some renames. */
export const movedBy = (renames: Renames): ((document: number, pointer: string) => string) => {
  const names = new Map(renames.map(({ document, pointer, name }) => [`${document} ${pointer}`, name]));
  return (document, pointer) => {
    let [before, after] = ['', ''];
    for (const step of pointer.split('/').slice(1)) {
      before += `/${step}`;
      const name = names.get(`${document} ${before}`);
      after += `/${name === undefined ? step : escaped(name)}`;
    }
    return after;
  };
};
