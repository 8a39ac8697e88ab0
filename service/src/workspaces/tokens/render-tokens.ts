import { nullableString, stringValue } from '../../http/body-schemas.ts';
import type { ApiToken } from '../../access/records.ts';
import type { DocumentShape } from '../../json-api/describe-document.ts';
import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';

export const tokenShape: DocumentShape = {
  type: 'authentication-tokens',
  attributes: {
    'created-at': stringValue,
    'updated-at': stringValue,
    'last-used-at': nullableString,
    description: { ...nullableString, description: 'Null: the one token of a team without a description.' },
    token: { ...nullableString, description: 'The secret: in the response of the request that issued it, and never again.' },
    'expired-at': { ...nullableString, description: 'When it expires; null: never.' },
  },
  required: ['created-at', 'last-used-at', 'description', 'token', 'expired-at'],
  relationships: {
    'created-by': { to: ['users', 'teams', 'organizations'] },
    team: { to: 'teams' },
  },
};

const ownerTypes = { user: 'users', team: 'teams', organization: 'organizations' } as const;
const creatorOf = ({ owner, createdBy }: ApiToken): { readonly type: string; readonly id: string | null } => {
  const kind = createdBy?.kind ?? (owner.kind === 'user' ? 'user' : undefined);
  return kind === undefined ? { type: 'users', id: null } : { type: ownerTypes[kind], id: createdBy?.id ?? owner.id };
};

/** The legacy token of a team has no description: clients recognize it by the null. */
const renderDescription = ({ owner, several, description }: ApiToken): string | null =>
  owner.kind === 'team' && !several && description === '' ? null : description;

/** `secret` is returned once, when the token is created. */
export const renderToken = ({ id, body }: StoredRecord<ApiToken>, secret: string | null = null): ResourceObject => {
  const creator = creatorOf(body);
  return {
    id,
    type: 'authentication-tokens',
    attributes: {
      'created-at': body.createdAt,
      // A token is never changed.
      'updated-at': body.createdAt,
      'last-used-at': null,
      description: renderDescription(body),
      token: secret,
      'expired-at': body.expiresAt,
    },
    relationships: {
      'created-by': renderToOne(creator.type, creator.id),
      team: renderToOne('teams', body.owner.kind === 'team' ? body.owner.id : null),
    },
  };
};
