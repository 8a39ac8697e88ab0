/** A project slug has three segments; its slashes may be percent-encoded. */
const projectSlugSegments = '{provider}/{organization}/{project}';

/** The router paths of an endpoint: slugs as segments, and, at the end of a path, shorter slugs, which get their own error. */
export const expandSlugPath = (path: string): readonly string[] => {
  const expanded = path.replace('{project-slug}', projectSlugSegments).replace('{org-slug}', '{provider}/{organization}');
  if (path.includes('{org-slug-or-id}')) return [path, path.replace('{org-slug-or-id}', '{provider}/{organization}')];
  return path.endsWith('/{project-slug}') ? [expanded, path, `${path}/{rest}`] : [expanded];
};

/** Clients append `/user` to an address that ends with a slash: `/api/v1.1//user`, `/api/v2//me`. */
const doubledSlash = /^(\/api\/v(?:1\.1|2|3))\/{2,}/;

/** `…/project/gh%2Facme%2Fweb/envvar` becomes `…/project/gh/acme/web/envvar`. A fingerprint keeps its `%2F`. */
export const decodeSlugPath = (sent: string): string => {
  const path = sent.replace(doubledSlash, '$1/');
  const match = /^(\/api\/(?:v2|v1\.1)\/(?:project|insights(?:\/(?:pages|time-series))?)\/)(.+)$/.exec(path);
  if (!match || !/%2f/i.test(path)) return path;
  const segments = match[2]!.split('/');
  const slug: string[] = [];
  while (slug.length < 3 && segments.length > 0) slug.push(...segments.shift()!.split(/%2f/i));
  return `${match[1]}${[...slug, ...segments].join('/')}`;
};
