import { stringMatching } from '../../declare/index.ts';

/** The name of a team, a pool, a key: one line. */
export const objectName = stringMatching(/^[^\p{Cc}\u2028\u2029]{1,255}$/u, 'one line of at most 255 characters');
