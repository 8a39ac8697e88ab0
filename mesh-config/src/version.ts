import manifest from '../package.json' with { type: 'json' };

/** The version of this package, from its package.json; bundles contain it. */
export const version: string = manifest.version;
