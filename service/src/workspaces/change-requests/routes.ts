export { routes } from './bulk-actions.ts';
