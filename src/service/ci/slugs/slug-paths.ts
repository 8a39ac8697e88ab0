/** A project slug is three segments of a path; whoever percent-encodes its slashes means the same. */
const projectSlugSegments = '{provider}/{organization}/{project}';

/** The paths of a row: its slugs as segments, and, where nothing follows a slug, the shorter ones that are none and are told so. */
export const expandSlugPath = (path: string): readonly string[] => {
  const whole = path.replace('{project-slug}', projectSlugSegments).replace('{org-slug}', '{provider}/{organization}');
  if (path.includes('{org-slug-or-id}')) return [path, path.replace('{org-slug-or-id}', '{provider}/{organization}')];
  return path.endsWith('/{project-slug}') ? [whole, path, `${path}/{rest}`] : [whole];
};

/** `…/project/gh%2Facme%2Fweb/envvar` is `…/project/gh/acme/web/envvar`. Only in the slug: a fingerprint's `%2F` is its own. */
export const decodeSlugPath = (path: string): string => {
  const begin = /^(\/api\/v2\/(?:project|insights(?:\/(?:pages|time-series))?)\/)(.+)$/.exec(path);
  if (!begin || !/%2f/i.test(path)) return path;
  const segments = begin[2]!.split('/');
  const slug: string[] = [];
  while (slug.length < 3 && segments.length > 0) slug.push(...segments.shift()!.split(/%2f/i));
  return `${begin[1]}${[...slug, ...segments].join('/')}`;
};
