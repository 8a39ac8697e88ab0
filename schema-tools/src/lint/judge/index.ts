import type { Source } from '../../documents/source.ts';
import type { Finding } from '../finding.ts';
import type { Association, Settings } from './types.ts';

export type { Association, Settings } from './types.ts';

/** Everything the rules have to say about a file, in the order of the text; what kept it from being read comes first. */
export declare const judgeSource: (source: Source, associations: readonly Association[], settings: Settings) => readonly Finding[];
