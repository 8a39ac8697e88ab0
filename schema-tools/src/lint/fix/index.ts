import type { Source } from '../../documents/source.ts';
import type { Association, Settings } from '../judge/types.ts';
import type { Fixed } from './types.ts';

export type { Fixed } from './types.ts';

/** Renames what can be renamed without a doubt. Settings say which findings count: what is ignored or off is left alone. */
export declare const fix: (source: Source, associations: readonly Association[], settings: Settings) => Promise<Fixed>;
