import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import { conformance } from './conformance/conformance.ts';

const directory = mkdtempSync(join(tmpdir(), 'slipway-store-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

conformance('SQLite on disk', async () => openSqlite({ directory }));
conformance('SQLite in memory', async () => openSqlite({ memory: true }));
