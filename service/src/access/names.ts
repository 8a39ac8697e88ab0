import type { AttributeKind } from '@slipway/declarations/declare';
import { stringMatching } from '@slipway/declarations/declare/kinds/strings';
import { isNetwork } from '../http/trusted-proxies.ts';

/** What an organization made here may be called. */
export const newOrganizationNameKind = stringMatching(
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/,
  '1 to 40 letters, digits, - and _, beginning with a letter or digit',
);

/** A secret chosen by a user: printable ASCII, which a header carries unencoded. */
export const tokenTextKind = stringMatching(/^[\x21-\x7e]{1,512}$/, '1 to 512 printable characters without spaces');

/** A secret chosen by a person: printable ASCII, which a header carries unencoded. */
export const networkKind: AttributeKind<string> = {
  ...stringMatching(/^[0-9a-fA-F.:]{2,45}(?:\/\d{1,3})?$/, 'an address or a network, such as 10.0.0.7 or 10.0.0.0/8'),
  accepts: (value): value is string => typeof value === 'string' && isNetwork(value),
};

/** The URL at which clients reach this service: without path, name or password. */
export const publicUrlKind = stringMatching(
  /^https?:\/\/[^\s/?#@]{1,255}$/,
  'an address without a path, such as https://slipway.example.com',
);

/** The URL of another service: without path, name or password. */
export const webAddressKind = stringMatching(/^https?:\/\/[^\s/?#@]{1,255}$/, 'an address such as http://127.0.0.1:8181');
