import { version } from '../version.ts';

export interface BuildInfo { readonly version: string; readonly revision: string; readonly node_version: string; readonly status: string; readonly tag: string }
/** What git says of the checkout that was built; `status` is `Clean` or `Modified`. */
export type Checkout = Pick<BuildInfo, 'revision' | 'status' | 'tag'>;

let built: Checkout = { revision: 'unknown', status: 'unknown', tag: 'unknown' };
/** The program says at its start what it was built from; run from sources, nobody knows. */
export const builtFrom = (checkout: Checkout): void => { built = checkout; };

/** What `version`, the monitoring port and introspection tell about this program. What is not known is `unknown`. */
export const buildInfo = (): BuildInfo => ({ version, revision: built.revision, node_version: process.version, status: built.status, tag: built.tag });
