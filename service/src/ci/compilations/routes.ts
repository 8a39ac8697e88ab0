export { routes } from './compile-request.ts';
