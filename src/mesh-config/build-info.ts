import { version } from '../version.ts';

export interface BuildInfo { readonly version: string; readonly revision: string; readonly node_version: string; readonly status: string; readonly tag: string }

/** Set by build.ts to `{revision, status, tag}` of the checkout that it built; run from sources, nobody knows. */
declare const meshConfigBuild: Pick<BuildInfo, 'revision' | 'status' | 'tag'> | undefined;

/** What `version`, the monitoring port and introspection tell about this program. What is not known is `unknown`. */
export const buildInfo = (): BuildInfo => {
  const { revision, status, tag } = typeof meshConfigBuild === 'undefined' ? { revision: 'unknown', status: 'unknown', tag: 'unknown' } : meshConfigBuild;
  return { version, revision, node_version: process.version, status, tag };
};
