import type { RequestContext } from '../http/route.ts';

/** The engine whose command sent a request. */
export interface CallingEngine {
  readonly program: 'terraform' | 'tofu';
  /** The source of what it creates. */
  readonly source: 'terraform' | 'terraform+cloud';
  /** Whether it renders structured logs; where it does not, it prints them as they are. */
  readonly rendersStructured: boolean;
}

/** The first release whose `cloud` block renders structured logs. */
const firstRendering = { major: 1, minor: 4 } as const;

const rendersInCloudBlock = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > firstRendering.major || (major === firstRendering.major && minor >= firstRendering.minor);
};

/**
 * The engine behind a request, by its headers; undefined: another client. With a `cloud` block it sends the name of its integration, with
 * `backend "remote"` only its version. Both programs send their version in the same header, OpenTofu also its name.
 */
export const findCallingEngine = (ctx: Pick<RequestContext, 'header'>): CallingEngine | undefined => {
  const [version, integration] = [ctx.header('terraform-version'), ctx.header('x-terraform-integration')];
  if (version === undefined && integration === undefined) return undefined;
  const isCloudBlock = integration === 'cloud';
  return {
    program: /opentofu/i.test(ctx.header('user-agent') ?? '') ? 'tofu' : 'terraform',
    source: isCloudBlock ? 'terraform+cloud' : 'terraform',
    rendersStructured: isCloudBlock && (version === undefined || rendersInCloudBlock(version)),
  };
};
