export { routes } from './oauth-clients.ts';
