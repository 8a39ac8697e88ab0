/** Writes costs.json. */
import { measureCosts } from './run-measurement.ts';
import { writeCosts } from './cost-table.ts';

writeCosts(await measureCosts());
