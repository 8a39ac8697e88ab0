/** Writes docs/statements.md. */
import { writeFileSync } from 'node:fs';
import { measureRoutes } from './measure-routes.ts';
import { renderStatementsPage } from './statements-page.ts';

writeFileSync(new URL('../../../../docs/statements.md', import.meta.url), renderStatementsPage(await measureRoutes()));
