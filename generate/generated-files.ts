import type { Block } from '../declarations/src/derive/index.ts';
import { providerBlock } from '../src/provider/provider-section.ts';
import { actions, dataSources, ephemerals, resources } from '../declarations/src/resources/index.ts';
import { ciRightsPage } from './ci-rights-page.ts';
import { coveragePage } from './coverage.ts';
import { deprecationSchemas } from './deprecation-schemas.ts';
import { meshConfigPage } from './mesh-config-page.ts';
import { movesPage } from './moves-page.ts';
import { pipelinesPage } from './pipelines-page.ts';
import { rightsPage } from './rights-page.ts';
import { regoPage } from './rego-page.ts';
import { referencePages } from './reference-pages.ts';
import { seedBlock } from '../service/src/seed/shape.ts';
import { seedPage } from './seed-page.ts';

const blocks = [
  ...Object.values(resources),
  ...Object.values(dataSources),
  ...Object.values(actions),
  ...Object.values(ephemerals),
  providerBlock,
] as unknown as readonly Block[];

/** Everything that is generated from declarations, by its path in the repository. */
export const generatedFiles = async (root: string): Promise<{ readonly [path: string]: string }> => ({
  ...referencePages(root),
  'docs/ci-rights.md': ciRightsPage(),
  'docs/coverage.md': coveragePage(root),
  'docs/moves.md': movesPage(),
  'docs/rights.md': rightsPage(),
  'docs/seed.md': seedPage(),
  ...meshConfigPage(root),
  ...pipelinesPage(root),
  ...regoPage(root),
  'declarations/src/deprecated/generated/schemas.ts': await deprecationSchemas(blocks),
  'service/src/seed/generated/schemas.ts': await deprecationSchemas([seedBlock]),
});
