/** How one service spells documents. Two entries; a third service with a regular wire would be a third. */
export interface Dialect {
  readonly name: 'json-api' | 'plain-json';
  /** Attributes stand below this member of the document, or directly in it. */
  readonly root: 'attributes' | null;
  /** An attribute's name on the wire, where its declaration does not say. */
  spell(name: string): string;
  readonly mediaType: string;
  /** The other spelling in which answers may say a name: documents of the CI service come with hyphens or with underscores (gaps, CI oddities). */
  other?(name: string): string;
}

export const jsonApi: Dialect = {
  name: 'json-api', root: 'attributes', spell: (name) => name.replaceAll('_', '-'), mediaType: 'application/vnd.api+json',
};

export const plainJson: Dialect = {
  name: 'plain-json', root: null, spell: (name) => name, mediaType: 'application/json',
  other: (name) => (name.includes('-') ? name.replaceAll('-', '_') : name.replaceAll('_', '-')),
};

export const dialectOf = (service: 'workspaces' | 'ci'): Dialect => (service === 'workspaces' ? jsonApi : plainJson);
