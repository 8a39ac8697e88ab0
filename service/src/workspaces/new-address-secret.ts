import type { RequestContext } from '../http/route.ts';

/** The part of an address that stands for a token: 32 letters and digits. */
export const newAddressSecret = ({ newId }: Pick<RequestContext, 'newId'>): string => newId('x').slice(2) + newId('x').slice(2);
