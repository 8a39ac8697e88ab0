import { CiProjectSettings } from '@slipway/constructs/gen/ci-project-settings';
import type { Construct } from 'constructs';

/** Settings that are not written here are left as they are. */
export const settings = (scope: Construct) =>
  new CiProjectSettings(scope, 'web', { projectSlug: 'gh/acme/web', autocancelBuilds: true, prOnlyBranchOverrides: ['main'] });
