import { stringMatching } from '../../declare/index.ts';

/** The ID of an accepted membership may have two parts. */
export const membershipId = stringMatching(/^ou-[A-Za-z0-9.]+$/, 'the ID of a membership, ou-…');
