import type { Clock } from '../../http/route.ts';
import type { ReadTransaction, Transaction } from '../../store/store.ts';
import { newId } from '../../store/new-id.ts';

/** Kinds `state-contents` and `state-readings`; scope: the workspace's id. */
export interface ContentPlace {
  readonly kind: 'state-contents' | 'state-readings';
  readonly scope: string;
  /** The id of the state version. */
  readonly version: string;
}
/**
 * One piece. The first one has the key `<version>/0`: without it there is no content. The others have the key
 * `<version>/<upload>/<number>`. An older release kept all under the version's id.
 */
interface ContentPiece {
  readonly text: string;
  /** In the first piece: the number of pieces, and the upload that wrote them. */
  readonly pieces?: number;
  readonly upload?: string;
}

/**
 * Bytes of a piece: small enough that sealing and storing one does not hold up other requests. A state is JSON: as a JSON text it is at
 * most twice as long. What is only announced as the public format may be any text, and become six times as long.
 */
const pieceSizes = { 'state-contents': 1_100_000, 'state-readings': 256 * 1024 } as const;
/** Bytes per unit of the store: SQLite takes 300 ms to end a unit of 32 MB, which blocks everything else. */
const unitBytes = 1_100_000;
const unitPiecesOf = ({ kind }: ContentPlace): number => Math.floor(unitBytes / pieceSizes[kind]);

const firstKeyOf = ({ version }: ContentPlace): string => `${version}/0`;
const keyOf = ({ version }: ContentPlace, upload: string, piece: number): string => `${version}/${upload}/${piece}`;

const findFirst = async (view: ReadTransaction, place: ContentPlace): Promise<ContentPiece | undefined> =>
  (await view.getByKey<ContentPiece>(place.kind, place.scope, firstKeyOf(place)))?.body;

const listKeys = (place: ContentPlace, { pieces = 1, upload = '' }: ContentPiece): readonly string[] => [
  firstKeyOf(place),
  ...Array.from({ length: pieces - 1 }, (_, piece) => keyOf(place, upload, piece + 1)),
];

export const deleteContent = async (tx: Transaction, place: ContentPlace): Promise<void> => {
  const { kind, scope, version } = place;
  const [first, whole] = await Promise.all([findFirst(tx, place), tx.getByKey(kind, scope, version)]);
  if (whole) await tx.delete(kind, whole.id);
  for (const key of first ? listKeys(place, first) : []) {
    const found = await tx.getByKey(kind, scope, key);
    if (found) await tx.delete(kind, found.id);
  }
};

/** A content whose pieces are stored, all but the first. */
export interface StagedContent {
  readonly first: ContentPiece;
}

const insertPiece = (tx: Transaction, { kind, scope }: ContentPlace, key: string, body: ContentPiece): Promise<unknown> =>
  tx.insert<ContentPiece>({ id: newId('sc'), kind, scope, key, name: '', body });

function* decodePieces(bytes: Uint8Array, pieceBytes: number): Generator<string> {
  const decoder = new TextDecoder();
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: start + pieceBytes < bytes.length });
}

/** What is staged and not yet saved: a link from `all` to the upload. */
export const unfinishedUploads = 'unfinished-uploads';
/** The note of that link. */
export interface UnfinishedUpload extends ContentPlace {
  readonly pieces: number;
  readonly at: string;
}

/** Deletes what was staged, and that it was, some pieces in a unit. */
export const discardUpload = async (write: StagingContext['write'], upload: string, place: UnfinishedUpload): Promise<void> => {
  const unitPieces = unitPiecesOf(place);
  for (let piece = 1; piece < place.pieces; piece += unitPieces)
    await write(async (tx) => {
      for (let each = piece; each < Math.min(piece + unitPieces, place.pieces); each++) {
        const found = await tx.getByKey(place.kind, place.scope, keyOf(place, upload, each));
        if (found) await tx.delete(place.kind, found.id);
      }
    });
  await write(async (tx) => void (await tx.unlink(unfinishedUploads, 'all', upload)));
};

/** Where pieces are stored: in separate units, or all in the transaction of a request. */
export interface StagingContext {
  readonly clock: Clock;
  readonly write: (work: (tx: Transaction) => Promise<void>) => Promise<void>;
}

/** Stores all pieces but the first, a few per unit: they are not read before `saveContent` stores the first. */
export const stageContent = async ({ write, clock }: StagingContext, place: ContentPlace, bytes: Uint8Array): Promise<StagedContent> => {
  const upload = newId('up');
  const [pieceBytes, unitPieces] = [pieceSizes[place.kind], unitPiecesOf(place)];
  const texts = decodePieces(bytes, pieceBytes);
  const pieces = Math.max(1, Math.ceil(bytes.length / pieceBytes));
  const first: ContentPiece = { text: (texts.next().value as string | undefined) ?? '', pieces, upload };
  const note: UnfinishedUpload = { ...place, pieces, at: clock.now().toISOString() };
  for (let piece = 1; piece < pieces; piece += unitPieces) {
    // Decoded before the unit, which may run more than once.
    const unit = Array.from({ length: Math.min(unitPieces, pieces - piece) }, () => texts.next().value as string);
    await write(async (tx) => {
      if (piece === 1) await tx.link(unfinishedUploads, 'all', upload, note);
      for (const [index, text] of unit.entries()) await insertPiece(tx, place, keyOf(place, upload, piece + index), { text });
    });
  }
  return { first };
};

/** Makes a staged content that of its version, which has none. */
export const insertContent = async (tx: Transaction, place: ContentPlace, { first }: StagedContent): Promise<void> => {
  await Promise.all([
    first.pieces !== undefined && first.pieces > 1 ? tx.unlink(unfinishedUploads, 'all', first.upload!) : undefined,
    insertPiece(tx, place, firstKeyOf(place), first),
  ]);
};

/** Stores content, replacing the existing content. */
export const saveContent = async (tx: Transaction, place: ContentPlace, content: StagedContent): Promise<void> => {
  await deleteContent(tx, place);
  await insertContent(tx, place, content);
};

/** Undefined: there is none. */
export const readContent = async (view: ReadTransaction, place: ContentPlace): Promise<Buffer | undefined> => {
  const { kind, scope, version } = place;
  const first = await findFirst(view, place);
  if (!first) {
    const whole = await view.getByKey<ContentPiece>(kind, scope, version);
    return whole && Buffer.from(whole.body.text);
  }
  const found = [Buffer.from(first.text)];
  for (const key of listKeys(place, first).slice(1))
    found.push(Buffer.from((await view.getByKey<ContentPiece>(kind, scope, key))?.body.text ?? ''));
  return Buffer.concat(found);
};
