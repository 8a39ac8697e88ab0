export { routes } from './graphql.ts';
