/** The steps of `compile`, one by one: for programs that compare compilers. */
export { canonicalDialect, latestDialect, loadDialect } from './dialects.ts';
export { addDocument, createDocumentStore } from './document-store.ts';
export { normaliseSchema } from './normalise.ts';
export { compileRaw, type RawSchema } from './raw-schema.ts';
