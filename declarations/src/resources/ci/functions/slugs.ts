import { providerFunction, object, ArgumentError, required, string } from '../../../declare/index.ts';
import { organizationSlugKind, projectSlugKind } from '../kinds.ts';

const provider = { provider: required(string, 'The code host, or the service itself.') };
const organization = { ...provider, organization: required(string, 'The organization.') };
const project = { ...organization, project: required(string, 'The project.') };

const splitSlug = (slug: string, kind: typeof projectSlugKind, names: readonly string[]): { readonly [name: string]: string } => {
  if (!kind.accepts(slug)) throw new ArgumentError(0, `expected ${kind.description}; given ${JSON.stringify(slug)}`);
  const parts = slug.split('/');
  return Object.fromEntries(names.map((name, index) => [name, parts[index] as string]));
};

const joinSlug = (...parts: readonly string[]): string => {
  const wrong = parts.findIndex((part) => !/^[^/\s]+$/.test(part));
  if (wrong >= 0)
    throw new ArgumentError(
      wrong,
      `a part of a slug holds neither slashes nor spaces and is not empty; given ${JSON.stringify(parts[wrong])}`,
    );
  return parts.join('/');
};

const parameter = (name: string, doc: string) => ({ name, doc, kind: string });
const providerPart = parameter('provider', "The code host, such as `gh`, or the service's own word for projects without one.");
const organizationPart = parameter('organization', "The organization's name there, or its short ID.");

export const parseProjectSlug = providerFunction('parse_project_slug', {
  summary: "The parts of a project's slug.",
  doc: 'Splits `provider/organization/project`; anything else is refused.',
  parameters: [parameter('slug', 'The slug.')],
  returns: object(project),
  call: (slug: string) => splitSlug(slug, projectSlugKind, Object.keys(project)),
});
export const parseOrganizationSlug = providerFunction('parse_organization_slug', {
  summary: "The parts of an organization's slug.",
  doc: 'Splits `provider/organization`; anything else is refused.',
  parameters: [parameter('slug', 'The slug.')],
  returns: object(organization),
  call: (slug: string) => splitSlug(slug, organizationSlugKind, Object.keys(organization)),
});
export const formatProjectSlug = providerFunction('project_slug', {
  summary: "A project's slug from its parts.",
  doc: 'Joins the parts by slashes; a part that could not be found again is refused.',
  parameters: [providerPart, organizationPart, parameter('project', "The project's name, or its short ID.")],
  returns: string,
  call: joinSlug,
});
export const formatOrganizationSlug = providerFunction('organization_slug', {
  summary: "An organization's slug from its parts.",
  doc: 'Joins the parts by a slash; a part that could not be found again is refused.',
  parameters: [providerPart, organizationPart],
  returns: string,
  call: joinSlug,
});
