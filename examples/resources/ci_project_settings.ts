import { CiProject } from '@slipway/constructs';
import type { Construct } from 'constructs';

/** Settings that are not written here are left as they are. */
export const settings = (scope: Construct) =>
  new CiProject(scope, 'web', { name: 'web' }).settings({ autocancelBuilds: true, prOnlyBranchOverrides: ['main'] });
