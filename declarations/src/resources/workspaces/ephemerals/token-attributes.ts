import { computed, intBetween, optional, string, stringOfLength, time } from '../../../declare/index.ts';

const [minute, day, year] = [60, 86_400, 31_536_000];

/** Attributes of every token that exists for one run of the engine. */
export const ephemeralTokenAttributes = {
  lifetime: optional(
    intBetween(minute, year),
    'Seconds after which the service ends the token, should the run end without deleting it. A run that takes longer needs more.',
    { default: day },
  ),
  id: computed(string, 'The ID of the token.'),
  token: computed(string, 'The token.', { sensitive: true }),
  expired_at: computed(time, 'When the service ends it.'),
};

/** Distinguishes several tokens of one owner. */
export const tokenDescription = optional(
  stringOfLength(1, 255),
  'What it is for. Unless set, `slipway-ephemeral-` and eight characters of chance: runs at the same time need different descriptions.',
  { returned: true },
);

export const ephemeralTokenNotes = [
  'The engine opens it in each plan and in each apply: each has a token of its own, which is deleted at its end.',
  'The service cannot extend a token, and the value of an open ephemeral resource does not change. `lifetime` is therefore the ' +
    'longest that a run can use it.',
];
