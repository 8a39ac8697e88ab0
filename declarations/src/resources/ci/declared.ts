import * as actions from './actions/index.ts';
import * as data from './data/index.ts';
import * as ephemerals from './ephemerals/index.ts';
import * as functions from './functions/index.ts';
import * as managed from './index.ts';

/**
 * All declarations of the CI service. The provider's bundle has this module, and what only it imports, in a separate file
 * (docs/decisions/0025), so no other module may import from this folder.
 */
export const ciResources = Object.values(managed);
export const ciDataSources = Object.values(data);
export const ciFunctions = Object.values(functions);
export const ciActions = Object.values(actions);
export const ciEphemerals = Object.values(ephemerals);
export { parseReportRows } from './report-rows.ts';
