export { routes } from './users.ts';
