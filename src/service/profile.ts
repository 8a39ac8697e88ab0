import type { Incoming } from './exchange.ts';

/** The words a service answers in (docs/decisions: wire profiles); `auto` answers in the words it was asked in. */
export type Profile = 'neutral' | 'hosted' | 'auto';

const hostedWords = /"terraform-version"|"category"\s*:\s*"terraform"|"github-app-installation-id"/;

/** Hosted when the client is the hosted service's own, or the body uses its words. */
export const profileOf = (setting: Profile, incoming: Incoming, body: string | undefined): 'neutral' | 'hosted' => {
  if (setting !== 'auto') return setting;
  const agent = incoming.header('user-agent');
  if (agent !== undefined && /^go-tfe|terraform-provider-tfe/i.test(agent)) return 'hosted';
  return body !== undefined && hostedWords.test(body) ? 'hosted' : 'neutral';
};
