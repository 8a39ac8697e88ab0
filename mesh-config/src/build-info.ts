import { version } from './version.ts';

export interface BuildInfo {
  readonly version: string;
  readonly revision: string;
  readonly node_version: string;
  readonly status: string;
  readonly tag: string;
}
/** What git says of the checkout that was built; `status` is `Clean` or `Modified`. */
export type Checkout = Pick<BuildInfo, 'revision' | 'status' | 'tag'>;

let currentCheckout: Checkout = { revision: 'unknown', status: 'unknown', tag: 'unknown' };
/** The program says at its start what it was built from; run from sources, nobody knows. */
export const setCheckout = (checkout: Checkout): void => {
  currentCheckout = checkout;
};

/** What `version`, the monitoring port and introspection tell about this program. What is not known is `unknown`. */
export const getBuildInfo = (): BuildInfo => ({
  version,
  revision: currentCheckout.revision,
  node_version: process.version,
  status: currentCheckout.status,
  tag: currentCheckout.tag,
});
