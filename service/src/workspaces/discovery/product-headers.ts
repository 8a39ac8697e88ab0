import type { ServiceSettings } from '../../http/route.ts';

/** Headers by which clients recognize the service and its rate limit: they exit if the limit is not a number; 0 means none. */
export const renderProductHeaders = ({ edition, rateLimit }: ServiceSettings): { readonly [name: string]: string } => ({
  'tfp-api-version': '2.6',
  'x-ratelimit-limit': String(rateLimit),
  ...(edition === 'hosted' ? { 'tfp-appname': 'HCP Terraform' } : { 'x-tfe-version': '1.0.0', 'x-tfe-current-version': '1.0.0' }),
});
