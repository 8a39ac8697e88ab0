import { stringMatching } from '../../declare/kinds/strings.ts';

/** What an organization made here may be called. */
export const newOrganizationNameKind = stringMatching(
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/,
  '1 to 40 letters, digits, - and _, beginning with a letter or digit',
);

/** A secret that somebody chose: what a header carries as it is. */
export const tokenTextKind = stringMatching(/^[\x21-\x7e]{1,512}$/, '1 to 512 printable characters without spaces');

/** Where another service listens: no path, no name or password in it. */
export const webAddressKind = stringMatching(/^https?:\/\/[^\s/?#@]{1,255}$/, 'an address such as http://127.0.0.1:8181');
