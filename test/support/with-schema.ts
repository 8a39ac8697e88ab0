import { compile, pack, type Packed } from '@slipway/schema-tools';
import { blockKey } from '../../declarations/src/deprecated/block-key.ts';
import { packed } from '../../declarations/src/deprecated/generated/schemas.ts';

const packedSchemas = packed as { [block: string]: Packed };

/** Does something while a block's compiled schema is another one, in this process. */
export const withSchema = async <T>(block: Parameters<typeof blockKey>[0], schema: object, work: () => T | Promise<T>): Promise<T> => {
  const key = blockKey(block);
  const before = packedSchemas[key];
  packedSchemas[key] = pack(await compile(schema), { keywords: ['deprecated'] });
  try {
    return await work();
  } finally {
    if (before) packedSchemas[key] = before;
    else delete packedSchemas[key];
  }
};
