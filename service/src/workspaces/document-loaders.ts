import type { DocumentLoaders } from '../http/route.ts';
import { createDocumentLoader } from '../nouns/create-routes.ts';
import type { Noun } from '../nouns/declaration.ts';
import { coreLoaders } from './core-loaders.ts';
import { loadFeatureSets, loadSubscriptions } from './feature-sets/feature-sets.ts';
import { nouns } from './nouns.ts';
import { loadProviderPlatforms } from './provider-registry/provider-platforms.ts';
import { loadProviderVersions } from './provider-registry/provider-versions.ts';
import { loadRegistryModules } from './registry/render-module.ts';
import { loadRegistryProviders } from './provider-registry/registry-providers.ts';
import { loadMembershipDocuments } from './organization-memberships/render-memberships.ts';
import { loadTokenDocuments } from './tokens/tokens.ts';
import { loadNoCodeModules, loadVariableOptions } from './no-code/no-code-modules.ts';
import { loadStacks } from './stacks/render-stacks.ts';
import { loadStateVersions } from './state-versions/load-state-versions.ts';
import { loadStateOutputs } from './state-versions/state-outputs.ts';
import { loadUserDocuments } from './users/load-users.ts';
import { runDocumentLoaders } from './runs/loaders.ts';

/** Loaders of the nouns that are the only ones of their type. */
const ofNouns = (all: readonly Noun[]): DocumentLoaders =>
  Object.fromEntries(all.filter(({ type, kind }) => type === kind).map((noun) => [noun.type, createDocumentLoader(noun)]));

/** Loaders of documents for `include`, by type. */
export const documentLoaders: DocumentLoaders = {
  ...coreLoaders,
  ...ofNouns(nouns),
  ...runDocumentLoaders,
  'registry-modules': loadRegistryModules,
  'registry-providers': loadRegistryProviders,
  'registry-provider-versions': loadProviderVersions,
  'registry-provider-platforms': loadProviderPlatforms,
  'no-code-modules': loadNoCodeModules,
  'variable-options': loadVariableOptions,
  stacks: loadStacks,
  'state-versions': loadStateVersions,
  'state-version-outputs': loadStateOutputs,
  subscriptions: loadSubscriptions,
  'feature-sets': loadFeatureSets,
  users: loadUserDocuments,
  'authentication-tokens': loadTokenDocuments,
  'organization-memberships': loadMembershipDocuments,
};
