import type { Block } from '../derive/index.ts';

/** By which name a block's compiled schema is found. */
export const blockKey = ({ form, name }: Pick<Block, 'form' | 'name'>): string => `${form} ${name}`;
