import { setOwnProperty } from '../../documents/set-own-property.ts';
import { escapePointerToken, isObject, unescapePointerToken } from '../../json.ts';
import type { RenameCandidate } from './rename-candidate.ts';

type KeyRenames = readonly Pick<RenameCandidate, 'document' | 'pointer' | 'name'>[];

interface RenameTree {
  name?: string;
  readonly children: Map<string, RenameTree>;
}

const buildTree = (renames: KeyRenames): RenameTree => {
  const root: RenameTree = { children: new Map() };
  for (const { pointer, name } of renames) {
    let place = root;
    for (const step of pointer.slice(1).split('/').map(unescapePointerToken)) {
      const next = place.children.get(step) ?? { children: new Map() };
      place.children.set(step, next);
      place = next;
    }
    place.name = name;
  }
  return root;
};

const renameInValue = (value: unknown, { children: below }: RenameTree): unknown => {
  if (below.size === 0) return value;
  if (Array.isArray(value))
    return value.map((item, index) => {
      const branch = below.get(`${index}`);
      return branch ? renameInValue(item, branch) : item;
    });
  if (!isObject(value)) return value;
  const members: object = {};
  for (const [key, member] of Object.entries(value)) {
    const branch = below.get(key);
    setOwnProperty(members, branch?.name ?? key, branch ? renameInValue(member, branch) : member);
  }
  return members;
};

/** A copy of a document's value with some keys renamed. Pointers refer to the given value. */
export const renameKeys = (value: unknown, renames: KeyRenames): unknown => renameInValue(value, buildTree(renames));

/** The pointer of a place after some renames. */
export const pointerMover = (renames: KeyRenames): ((document: number, pointer: string) => string) => {
  const names = new Map(renames.map(({ document, pointer, name }) => [`${document} ${pointer}`, name]));
  return (document, pointer) => {
    let [before, after] = ['', ''];
    for (const step of pointer.split('/').slice(1)) {
      before += `/${step}`;
      const name = names.get(`${document} ${before}`);
      after += `/${name === undefined ? step : escapePointerToken(name)}`;
    }
    return after;
  };
};
