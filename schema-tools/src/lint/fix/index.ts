import type { Source } from '../../documents/source.ts';
import type { Finding } from '../finding.ts';
import type { Association, Settings } from '../judge/types.ts';
import type { Fixed } from './types.ts';

export type { Fixed } from './types.ts';

/** Renames what can be renamed without a doubt. Settings say which findings count: what is ignored or off is left alone. */
export declare const fix: (source: Source, associations: readonly Association[], settings: Settings) => Promise<Fixed>;

/** The findings of `judgeSource`, those that `fix` would mend with their `edit`. It costs reading and evaluating once more. */
export declare const withEdits: (findings: readonly Finding[], source: Source, associations: readonly Association[], settings: Settings) => Promise<readonly Finding[]>;
