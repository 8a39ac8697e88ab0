import type { RequestContext } from '../http/route.ts';

/** A new secret for an address that works without a token: 32 letters and digits. */
export const newAddressSecret = ({ newId }: Pick<RequestContext, 'newId'>): string => newId('x').slice(2) + newId('x').slice(2);
