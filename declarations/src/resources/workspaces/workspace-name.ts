import { stringMatching } from '../../declare/index.ts';

export const workspaceName = stringMatching(/^[A-Za-z0-9_-]{1,90}$/, 'a workspace name: 1 to 90 letters, digits, - and _');

/** Spec 1, limits: more than 0, at most four digits, then `d` or `h`. */
export const idleDuration = stringMatching(/^(?!0+[dh]$)[0-9]{1,4}[dh]$/, 'a duration of at most four digits and d or h, such as 14d');
