export const graphqlPath = '/graphql-unstable';
