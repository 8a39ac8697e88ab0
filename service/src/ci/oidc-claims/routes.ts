export { routes } from './oidc-claims.ts';
