import { version } from './version.ts';

export interface BuildInfo {
  readonly version: string;
  readonly revision: string;
  readonly node_version: string;
  readonly status: string;
  readonly tag: string;
}
/** Git's description of the checkout that was built; `status` is `Clean` or `Modified`. */
export type Checkout = Pick<BuildInfo, 'revision' | 'status' | 'tag'>;

let currentCheckout: Checkout = { revision: 'unknown', status: 'unknown', tag: 'unknown' };
/** Set at the start of the built program; unset when it runs from sources. */
export const setCheckout = (checkout: Checkout): void => {
  currentCheckout = checkout;
};

/** The build, for `version`, the monitoring port and introspection. Unknown members are `unknown`. */
export const getBuildInfo = (): BuildInfo => ({
  version,
  revision: currentCheckout.revision,
  node_version: process.version,
  status: currentCheckout.status,
  tag: currentCheckout.tag,
});
