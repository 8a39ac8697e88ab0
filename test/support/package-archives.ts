import { temporaryFolder } from './temporary-folder.ts';

/** A folder with files that have the names of the archives that `npm run packages` writes, for tests that install none of them. */
export const packageArchives = (): string => temporaryFolder({ 'slipway-cli-0.1.0.tgz': '', 'slipway-constructs-0.1.0.tgz': '' });
