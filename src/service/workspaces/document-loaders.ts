import type { DocumentLoaders } from '../http/route.ts';
import { createDocumentLoader } from '../nouns/create-routes.ts';
import type { Noun } from '../nouns/declaration.ts';
import { nouns } from './nouns.ts';

const ofNouns = (all: readonly Noun[]): DocumentLoaders => Object.fromEntries(all.map((noun) => [noun.type, createDocumentLoader(noun)]));

/** What `include` can bring, by the type of the documents. */
export const documentLoaders: DocumentLoaders = ofNouns(nouns);
