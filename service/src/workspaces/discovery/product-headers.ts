import type { ServiceSettings } from '../../http/route.ts';

/** What clients recognize the service by, and set their pace by: they end themselves where the limit is no number; 0 is none. */
export const renderProductHeaders = ({ edition, rateLimit }: ServiceSettings): { readonly [name: string]: string } => ({
  'tfp-api-version': '2.6',
  'x-ratelimit-limit': String(rateLimit),
  ...(edition === 'hosted' ? { 'tfp-appname': 'HCP Terraform' } : { 'x-tfe-version': '1.0.0', 'x-tfe-current-version': '1.0.0' }),
});
