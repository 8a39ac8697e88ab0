import manifest from '../../package.json' with { type: 'json' };

/** The version of every program of this package: package.json's. Bundles carry it. */
export const version: string = manifest.version;
/** The oldest Node that runs it: `20.19`. */
export const minimumNode: string = manifest.engines.node.replace('>=', '');
