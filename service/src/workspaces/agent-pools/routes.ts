export { routes } from './join-pool.ts';
