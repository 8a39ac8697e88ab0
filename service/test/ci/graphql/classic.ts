import type { CiTestService } from '../support.ts';

/** Sends a query as the older command line does: a token without a scheme, and null for what a response lacks. */
export const askAsClassic = async (
  { ci }: Pick<CiTestService, 'ci'>,
  query: string,
  variables: object,
  token = 'owner-token',
): Promise<any> => {
  const { status, body } = await ci(
    'POST //graphql-unstable',
    { query, variables },
    {
      token: null,
      headers: {
        authorization: token,
        accept: 'application/json; charset=utf-8',
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'circleci-cli/0.1.47860+1 (source)',
      },
    },
  );
  if (status !== 200 || body.errors) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
};

export const orbQueries = {
  namespace: 'query($name: String!) { registryNamespace( name: $name ){ id } }',
  create: `mutation($name: String!, $registryNamespaceId: UUID!, $isPrivate: Boolean!){
    createOrb( name: $name, registryNamespaceId: $registryNamespaceId, isPrivate: $isPrivate ){ orb { id } errors { message type } } }`,
  publish: `mutation($config: String!, $orbName: String, $namespaceName: String, $version: String!) {
    publishOrb( orbName: $orbName, namespaceName: $namespaceName, orbYaml: $config, version: $version ) {
      orb { version } errors { message } } }`,
  promote: `mutation($orbName: String, $namespaceName: String, $devVersion: String!, $semanticVersion: String!) {
    promoteOrb( orbName: $orbName, namespaceName: $namespaceName, devVersion: $devVersion, semanticVersion: $semanticVersion ) {
      orb { version source } errors { message } } }`,
  latest: 'query($name: String!) { orb(name: $name) { versions(count: 1) { version } } }',
  exists: 'query ($name: String!, $namespace: String) { orb(name: $name) { id isPrivate } registryNamespace(name: $namespace) { id } }',
  source: 'query($orbVersionRef: String!) { orbVersion(orbVersionRef: $orbVersionRef) { id version orb { id } source } }',
  info: `query($orbVersionRef: String!) { orbVersion(orbVersionRef: $orbVersionRef) { id version
    orb { id createdAt name namespace { name } categories { id name }
      statistics { last30DaysBuildCount, last30DaysProjectCount, last30DaysOrganizationCount }
      versions(count: 200) { createdAt version } }
    source createdAt } }`,
  list: `query ListOrbs ($after: String!, $certifiedOnly: Boolean!) {
    orbs(first: 20, after: $after, certifiedOnly: $certifiedOnly) { totalCount,
      edges { cursor node { name statistics { last30DaysBuildCount, last30DaysProjectCount, last30DaysOrganizationCount }
        versions(count: 1) { version, source } } }
      pageInfo { hasNextPage } } }`,
  ofNamespace: `query namespaceOrbs ($namespace: String, $after: String!, $view: OrbListViewType) {
    registryNamespace(name: $namespace) { name id
      orbs(first: 20, after: $after, view: $view) {
        edges { cursor node { versions { version } name
          statistics { last30DaysBuildCount, last30DaysProjectCount, last30DaysOrganizationCount } } }
        totalCount pageInfo { hasNextPage } } } }`,
  setListed:
    'mutation($orbId: UUID!, $list: Boolean!) { setOrbListStatus( orbId: $orbId, list: $list ) { listed errors { message type } } }',
  categories: `query ListOrbCategories($after: String!) { orbCategories(first: 20, after: $after) {
    totalCount edges { cursor node { id name } } pageInfo { hasNextPage } } }`,
  category: 'query ($name: String!) { orbCategoryByName(name: $name) { id } }',
  categorize: (mutation: string) =>
    `mutation($orbId: UUID!, $categoryId: UUID!) {
      ${mutation}( orbId: $orbId, categoryId: $categoryId ) { orbId categoryId errors { message type } } }`,
  validate: `query ValidateOrb ($config: String!, $owner: UUID) {
    orbConfig(orbYaml: $config, ownerId: $owner) { valid, errors { message }, sourceYaml, outputYaml } }`,
};

/** An orb with one command. */
export const sayingOrb = (word: string): string => `version: 2.1\ncommands: { say: { steps: [run: echo ${word}] } }\n`;

/** Publishes a version of an orb of `acme`; its response. */
export const publishAs = async (
  here: Pick<CiTestService, 'ci'>,
  orbName: string,
  version: string,
  config: string,
  token?: string,
): Promise<any> => (await askAsClassic(here, orbQueries.publish, { config, orbName, namespaceName: 'acme', version }, token)).publishOrb;

export const createOrbAs = async ({ ci, org }: CiTestService, name: string, isPrivate = false, token?: string): Promise<any> =>
  (await askAsClassic({ ci }, orbQueries.create, { name, registryNamespaceId: org, isPrivate }, token)).createOrb;
