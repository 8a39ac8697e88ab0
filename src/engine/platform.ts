const systems: { readonly [platform: string]: string } = { win32: 'windows', sunos: 'solaris' };
const machines: { readonly [arch: string]: string } = { x64: 'amd64', ia32: '386' };

/** The platforms on which the provider's launcher runs: it is a shell script that starts Node.js. */
export const nodePlatforms: readonly string[] = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'];

/** The engine's name for a machine: `linux_amd64`. */
export const platformName = (platform: string = process.platform, arch: string = process.arch): string =>
  `${systems[platform] ?? platform}_${machines[arch] ?? arch}`;
