import { stringMatching } from '../../declare/index.ts';

/** Of an accepted membership it may have two parts. */
export const membershipId = stringMatching(/^ou-[A-Za-z0-9.]+$/, 'the ID of a membership, ou-…');
