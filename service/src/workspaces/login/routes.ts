export { routes } from './login.ts';
