import { Problem, StandardRefusal, unprocessable } from '../../../http/problem.ts';
import type { RequestContext } from '../../../http/route.ts';
import { isObject } from '../../../json-api/parse-document.ts';
import type { StoredRecord } from '../../../store/store.ts';
import { describeLockHolder } from '../../workspaces/lock-holder.ts';
import type { EngineLock, StoredWorkspace, WorkspaceLock } from '../../workspaces/stored.ts';

/** Characters of a lock document: what engines write has some 200. */
const maxCharacters = 8192;

/** The lock document of a request; undefined: none was sent. Throws 422. */
export const parseEngineLock = ({ body }: RequestContext): EngineLock | undefined => {
  if (body === undefined) return undefined;
  if (!isObject(body)) throw unprocessable('expected the lock as a JSON object, with its `ID`', '');
  const { ID: id } = body;
  if (typeof id !== 'string' || id === '') throw unprocessable('expected the ID of the lock as text', '/ID');
  if (JSON.stringify(body).length > maxCharacters) throw unprocessable(`a lock has at most ${maxCharacters} characters as JSON`, '');
  return { ...body, ID: id };
};

/** `apply, olivia@laptop`: what people read about the lock. */
export const describeEngineLock = ({ Operation: operation, Who: who, Info: info }: EngineLock): string =>
  [operation, who, info]
    .flatMap((text) => (typeof text === 'string' && text !== '' ? text : []))
    .map((text) => text.replace(/^OperationType(.)/, (_, first: string) => first.toLowerCase()))
    .join(', ');

/** Whether it has only an ID, as in a request to break the lock of someone else. */
export const isForcing = ({ Operation: operation, Who: who }: EngineLock): boolean => !operation && !who;

const shownId = ({ id }: StoredRecord<StoredWorkspace>, lock: WorkspaceLock): string => lock.engineLock?.ID ?? id;

/** Whether an ID is that of the lock, alone or with the holder's name, as people copy it from the error. */
export const isIdOf = (workspace: StoredRecord<StoredWorkspace>, lock: WorkspaceLock, id: string): boolean =>
  id.replace(/ \(held by .*$/, '') === shownId(workspace, lock);

/** The lock of a workspace in the engines' format. Engines show only the ID, so it contains the holder's name. */
const renderEngineLock = (workspace: StoredRecord<StoredWorkspace>, lock: WorkspaceLock, holder: string): EngineLock => ({
  Operation: lock.reason,
  Info: '',
  Version: '',
  Path: '',
  ...lock.engineLock,
  ID: `${shownId(workspace, lock)} (held by ${holder})`,
  Who: [holder, lock.engineLock?.['Who']].filter((who) => typeof who === 'string' && who !== '').join(', '),
  Created: lock.at,
});

/** 423 with the lock that is held, as the engine's protocol prescribes. */
export const createLockedRefusal = async (
  ctx: RequestContext,
  workspace: StoredRecord<StoredWorkspace>,
  lock: WorkspaceLock,
): Promise<StandardRefusal> => {
  const holder = await describeLockHolder(ctx, lock);
  return new StandardRefusal({
    status: 423,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(renderEngineLock(workspace, lock, holder))),
  });
};

/** The MD5 sum of `Content-MD5` in hexadecimal digits; null: none was sent. Throws 400. */
export const readContentMd5 = (header: string | undefined): string | null => {
  if (header === undefined) return null;
  const sum = Buffer.from(header, 'base64');
  if (sum.length !== 16) throw new Problem(400, [{ detail: 'Content-MD5 is not an MD5 sum in Base64' }]);
  return sum.toString('hex');
};
