import type { StoredAnswers } from '../protocol/stored-methods.ts';

/** The answers that the build of the plugin stored next to it; undefined if there are none: the provider then computes them. */
export const loadStoredAnswers = (): StoredAnswers | undefined => undefined;
