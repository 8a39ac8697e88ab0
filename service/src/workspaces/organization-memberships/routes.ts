export { routes } from './organization-memberships.ts';
