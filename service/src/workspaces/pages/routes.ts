export { routes } from './pages.ts';
