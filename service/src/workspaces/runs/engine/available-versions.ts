import { findLatestRelease, isAtLeast } from '../../workspaces/engine-version.ts';
import { listInstalledEngines } from './installed-engines.ts';

/**
 * The versions that workspaces can choose if this service executes runs: the installed ones of Terraform, or of OpenTofu without Terraform,
 * and those of `known` that are older. The default version is therefore the newest installed one. Undefined: no engine is installed.
 */
export const listAvailableVersions = async (
  enginesFolder: string | undefined,
  known: readonly string[],
): Promise<readonly string[] | undefined> => {
  const [first, ...others] = await listInstalledEngines(enginesFolder);
  if (!first) return undefined;
  const installed = [first, ...others.filter(({ program }) => program === first.program)].map(({ version }) => version);
  const newest = findLatestRelease({ engineVersions: installed });
  return [...new Set([...known.filter((version) => !isAtLeast(version, newest)), ...installed])];
};
