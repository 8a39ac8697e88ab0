import type { Attributes } from '@slipway/declarations/declare';
import { dataSources, resources } from '@slipway/declarations/resources';
import type { ConvertedBlock } from './find-blocks.ts';

const byName = { resource: Object.values(resources), data: Object.values(dataSources) };

/** The counterpart of a public provider's type in Slipway. */
export type ConvertedType = Pick<ConvertedBlock, 'mode' | 'counterpart'>;

export const attributesOf = ({ mode, counterpart }: ConvertedType): Attributes =>
  byName[mode].find(({ name }) => name === counterpart.to)!.attributes;

/** Ours for an attribute of theirs, or undefined: Slipway has none that can be configured. */
export const configuredName = (block: ConvertedType, name: string): string | undefined => {
  const ours = block.counterpart.attributes?.[name] ?? name;
  const attribute = attributesOf(block)[ours];
  return attribute && attribute.mode !== 'computed' ? ours : undefined;
};

/** The path of a value that is read, in Slipway's names: `vcs_info.provider`, `one(oauth_token_ids)`. */
export const readPath = (block: ConvertedType, name: string): string | undefined => {
  const path = block.counterpart.attributes?.[name] ?? name;
  return attributesOf(block)[/\w+/.exec(path.replace('one(', ''))![0]] ? path : undefined;
};

export const configuredMember = (block: ConvertedType, outer: string, name: string): string | undefined => {
  const form = block.counterpart.blocks?.[outer];
  const ours = (form?.form === 'object' ? form.members?.[name] : undefined) ?? name;
  const members = attributesOf(block)[outer]?.kind.members;
  return members?.[ours] ? ours : undefined;
};
