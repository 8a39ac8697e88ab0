/** The document format of one service. There are two. */
export interface DocumentFormat {
  readonly name: 'json-api' | 'plain-json';
  /** The member of the document that contains the attributes, or none. */
  readonly root: 'attributes' | null;
  /** The name of an attribute on the wire, unless its declaration has a location. */
  wireName(name: string): string;
  readonly mediaType: string;
  /** The other spelling of a name in responses: documents of the CI service have hyphens or underscores (gaps, CI oddities). */
  alternativeName?(name: string): string;
}

export const jsonApi: DocumentFormat = {
  name: 'json-api',
  root: 'attributes',
  wireName: (name) => name.replaceAll('_', '-'),
  mediaType: 'application/vnd.api+json',
};

export const plainJson: DocumentFormat = {
  name: 'plain-json',
  root: null,
  wireName: (name) => name,
  mediaType: 'application/json',
  alternativeName: (name) => (name.includes('-') ? name.replaceAll('-', '_') : name.replaceAll('_', '-')),
};

export const documentFormatOf = (service: 'workspaces' | 'ci'): DocumentFormat => (service === 'workspaces' ? jsonApi : plainJson);
