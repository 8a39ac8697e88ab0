import { parentPort } from 'node:worker_threads';
import { readSource } from '../../src/documents/index.ts';

/** Reads YAML of 10,000 levels and posts where the innermost key is. */
const depth = 10_000;
const pointer = `${'/0'.repeat(depth)}/x`;
const { documents, faults } = await readSource(`${'['.repeat(depth)}{x: 1}${']'.repeat(depth)}`, 'yaml');
parentPort?.postMessage({ flow: documents[0]?.locate([pointer]).get(pointer), faults });
