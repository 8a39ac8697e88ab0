import type { Decision } from './decide.ts';
import { shortenMessage } from './shorten-message.ts';

/** The decision where policies could not be evaluated. */
export const createErrorDecision = (reason: string): Decision => ({
  status: 'ERROR',
  enabled_rules: [],
  hard_failures: [],
  soft_failures: [],
  reason: shortenMessage(reason),
});
