import type { StoredAnswers } from '../protocol/stored-methods.ts';

/** The answers that the build of the plugin stored beside it; undefined where there are none: the provider computes them. */
export const loadStoredAnswers = (): StoredAnswers | undefined => undefined;
