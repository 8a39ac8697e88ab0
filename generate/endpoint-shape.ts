/**
 * A request line without its query and its parameters' names: layers name them differently, and a slug is one parameter
 * to some and three to others.
 */
export const endpointShape = (row: string): string =>
  row
    .split('?')[0]!
    .replace('{provider}/{organization}/{project}', '{}')
    .replaceAll(/\{[^}]+\}/g, '{}');
