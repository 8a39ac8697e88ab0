/** The combined state of a folder's files: each row is one state, and what is missing in it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FoundMark } from '../../src/store/sqlite/folder-mark.ts';
import { judgeFolder } from '../../src/store/sqlite/judge-folder.ts';
import type { LogFile } from '../../src/store/sqlite/log-file.ts';
import type { DataFile } from '../../src/store/sqlite/read-folder.ts';

const folder = suite('the files of a data folder');

const open: FoundMark = { state: 'open', number: 7, salts: '00000005aaaaaaaa', frames: 40 };
const closed: FoundMark = { state: 'closed', number: 7, counter: 3 };
const logged: DataFile = { size: 8192, isLogged: true, number: 7, counter: 3 };
const left: DataFile = { ...logged, isLogged: false };
const log: LogFile = { size: 200_000, salts: '00000005aaaaaaaa', frames: 40, pages: new Set([1]), isBroken: false };

const rows: readonly [string, FoundMark, DataFile | undefined, LogFile | undefined, string | undefined][] = [
  ['as it was seen', open, logged, log, undefined],
  ['more was committed than was seen', open, logged, { ...log, frames: 55 }, undefined],
  ['a log that began since', open, { ...logged, number: 8 }, { ...log, salts: '00000006bbbbbbbb', frames: 2 }, undefined],
  ['a log that is half moved', open, { ...logged, number: 8 }, log, undefined],
  ['closed whole', closed, left, undefined, undefined],
  [
    'less than was seen',
    open,
    logged,
    { ...log, frames: 39 },
    'the log /data/slipway.db-wal is damaged, cut or an older copy: 39 of 40 parts can be read',
  ],
  // A power failure may leave a mark of some commits ago.
  [
    'damage behind what was seen, in front of later writes',
    open,
    logged,
    { ...log, frames: 55, isBroken: true },
    'the log /data/slipway.db-wal is damaged in front of later writes',
  ],
  ['no log', open, logged, undefined, 'the log /data/slipway.db-wal is missing, but a process did not move all of it into the data file'],
  ['an empty log', open, logged, { ...log, size: 0 }, 'the log /data/slipway.db-wal is empty, but a process had written to it'],
  ['a log without a header', open, logged, { ...log, salts: undefined }, 'the log /data/slipway.db-wal is damaged at its beginning'],
  [
    'the log of another time',
    open,
    logged,
    { ...log, salts: '00000005cccccccc' },
    'the log /data/slipway.db-wal is of another time than the data file',
  ],
  ['an older data file', open, { ...logged, number: 6 }, log, 'the data file /data/slipway.db is an older copy'],
  ['an older data file, closed', closed, { ...left, number: 6 }, undefined, 'the data file /data/slipway.db is an older copy'],
  ['no data file', open, undefined, log, 'the data file /data/slipway.db is missing, but a store was here'],
  ['nothing at all', 'missing', undefined, undefined, undefined],
  ['nothing but a log', 'missing', undefined, log, 'the data file /data/slipway.db is missing, but its log is here'],
  [
    'no mark, and no log',
    'missing',
    logged,
    undefined,
    'the log /data/slipway.db-wal is missing, but a process did not move all of it into the data file',
  ],
];
for (const [name, mark, data, found, words] of rows)
  folder(name, () => {
    assert.is(judgeFolder({ directory: '/data', mark, data, log: found })?.words, words);
  });

folder.run();
