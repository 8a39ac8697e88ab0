import type { Route } from '../../http/route.ts';
import { routes as configurationBackingData } from './backing-data.ts';
import { routes as configurationVersions } from './configuration-versions.ts';
import { routes as configurationUpload } from './upload.ts';

/** The endpoints of configuration versions and their content. */
export const routes: readonly Route[] = [configurationVersions, configurationUpload, configurationBackingData].flat();
