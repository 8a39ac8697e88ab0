export { routes } from './feature-sets.ts';
