import { describeBug } from '@slipway/declarations/bug-report';
import type { ServiceError } from './contract/errors.ts';

/** Words of a service that says which edition, plan or release has a feature: neither the object nor the token is the cause. */
const namesEdition = /\b(?:editions?|entitled|entitlements?|subscriptions?|(?:free|paid|your|current|this) (?:plan|tier))\b/i;
/** Words of a service that has no such address at all. */
const namesEndpoint = /\b(?:no|unknown) endpoint\b|\bno route\b|\bcannot (?:get|post|patch|put|delete) \//i;
/** Words for an object that is absent, or that the token may not see. */
const namesAbsence = /\bnot found\b|\bnot exist\b|\bno such\b|\bunknown\b|\bunable to find\b|\bcould ?n.t find\b|\bno longer\b/i;

/** What a service says besides the name of the status. */
const explanations = ({ status, messages }: ServiceError): readonly string[] =>
  messages.map(({ title, detail }) => detail ?? title).filter((text) => text.trim() !== '' && text !== String(status));

const editionHint = (address: string): string =>
  `This depends on the edition or the plan of the service in ${address}, not on the token: ` +
  'leave the setting out, or use a service that has it.';

const missingHint = (error: ServiceError): string | null => {
  const { address, token } = error.request.settings;
  const said = explanations(error);
  if (said.some((text) => namesEndpoint.test(text)))
    return (
      `The service in ${address} does not have this path: ` + 'it is of another release or edition, or it is not the service that is meant.'
    );
  if (said.length === 0 || said.some((text) => namesAbsence.test(text)))
    return `Check that it exists, and that the token in ${token} may see it.`;
  // Any other explanation is the cause itself: a guess beside it would mislead.
  return said.some((text) => namesEdition.test(text)) ? editionHint(address) : null;
};

const forbiddenHint = (error: ServiceError): string => {
  const { address, token } = error.request.settings;
  return explanations(error).some((text) => namesEdition.test(text))
    ? editionHint(address)
    : `Use a token with the permission, in ${token}.`;
};

/** Advice that fits the status and what the service says of the cause; null where there is none to give. */
export const statusHint = (error: ServiceError): string | null => {
  const { status } = error;
  const { address, token } = error.request.settings;
  if (status === 401) return `Check ${token}, and that ${address} is the service it was made for.`;
  if (status === 403) return forbiddenHint(error);
  if (status === 404) return missingHint(error);
  if (status >= 300 && status < 400) return `The service answered with a redirect. Set its present address in ${address}.`;
  if (status === 415) return describeBug('The provider sent a content type that the service does not accept.');
  if (status === 429) return "The service limits the rate of requests. Lower the engine's parallelism, or wait.";
  if (status === 502 || status === 504)
    return 'A proxy before the service answered, because the service did not: see whether it runs, and try again.';
  if (status === 503) return 'The service is not available at present. Try again later.';
  if (status >= 500) return 'The service failed. Its operators can find this request by its id, where one is shown.';
  return null;
};
