import { stringMatching } from '../../declare/index.ts';

/** The name of a team, a pool, a key: one line. */
export const objectName = stringMatching(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]{1,255}$/u, 'one line of at most 255 characters');
