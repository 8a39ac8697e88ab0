import type { Block } from '../derive/index.ts';

/** The key under which a block's compiled schema is stored. */
export const blockKey = ({ form, name }: Pick<Block, 'form' | 'name'>): string => `${form} ${name}`;
