const systems: { readonly [platform: string]: string } = { win32: 'windows', sunos: 'solaris' };
const machines: { readonly [arch: string]: string } = { x64: 'amd64', ia32: '386' };

/** The engine's name for a machine: `linux_amd64`. */
export const platformName = (platform: string = process.platform, arch: string = process.arch): string =>
  `${systems[platform] ?? platform}_${machines[arch] ?? arch}`;
