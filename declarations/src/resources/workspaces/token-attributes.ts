import { computed, optional, string, stringOfLength, time } from '../../declare/index.ts';

/** What every token of the service has: it is issued once and never changed. */
export const tokenAttributes = {
  id: computed(string, 'The ID of the token.'),
  description: optional(stringOfLength(1, 255), 'What it is for.', { immutable: true }),
  expired_at: optional(time, 'When it expires; never unless set.', { immutable: true }),
  token: computed(string, 'The token.', { sensitive: true, revealedOnce: true }),
  created_at: computed(time, 'When it was issued.'),
};

export const tokenNotes = [
  'The state holds the token. Where a run needs one only for its own time, use the ephemeral resource of this name.',
  'Only the answer to the create holds the token: after an import it is not known.',
];
