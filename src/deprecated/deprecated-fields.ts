import { type Compiled, deprecations, load } from '@slipway/schema-tools/load';
import type { Attributes, Kind, Values } from '../declare/index.ts';
import { type Block, type Path, said, spelledPath } from '../derive/index.ts';
import { keyOf } from './block.ts';
import { packed } from './generated/schemas.ts';

/** A deprecated field that values use. */
export interface DeprecatedField {
  readonly path: Path;
  /** `"vcs_repo.branch" is deprecated`. */
  readonly summary: string;
  /** What to write instead, in the declaration's words. */
  readonly detail: string;
}

const loaded = new Map<string, Compiled>();

const compiledOf = (key: string): Compiled | undefined => {
  const found = loaded.get(key) ?? (Object.hasOwn(packed, key) ? load(packed[key]!) : undefined);
  if (found) loaded.set(key, found);
  return found;
};

/** `/vcs_repo/branch` as a path: what is a member, an index or a key the declaration says. */
const pathOf = (attributes: Attributes, pointer: string): Path => {
  let members: Attributes | undefined = attributes;
  let kind: Kind | undefined;
  return pointer.split('/').slice(1).map((escaped) => {
    const step = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    if (members) { kind = members[step]?.kind; members = kind?.members; return step; }
    const place = kind?.collection === 'map' ? { key: step } : Number(step);
    kind = kind?.item;
    members = kind?.members;
    return place;
  });
};

/** The deprecated fields that a block's values use: found by evaluating its schema, never from a list of names. */
export const deprecatedFields = (block: Pick<Block, 'form' | 'name' | 'attributes'>, values: Values): readonly DeprecatedField[] => {
  const compiled = compiledOf(keyOf(block));
  if (!compiled) return [];
  return deprecations(compiled, said(values)).map(({ pointer, message }) => {
    const path = pathOf(block.attributes, pointer);
    return { path, summary: `"${spelledPath(path)}" is deprecated`, detail: message };
  });
};
