export { routes } from './provider-set-lists.ts';
