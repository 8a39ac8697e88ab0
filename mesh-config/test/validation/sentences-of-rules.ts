import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../src/resources/rules');
const literals = /\/\/[^\n]*|\/\*[^]*?\*\/|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\\n]|\\.)*)`/g;

/** The fixed parts of the literals of a program's text that read as sentences: several words, before or after what is filled in. */
const sentencesIn = (text: string): readonly string[] =>
  [...text.replace(/^import[^]*?;$/gm, '').matchAll(literals)]
    .flatMap(([, plain, template]) => (plain === undefined ? (template ?? '').split(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/) : [plain]))
    .map((part) =>
      part
        .replace(/\$\{.*/, '')
        .replace(/\\(.)/g, '$1')
        .trim(),
    )
    .filter((part) => part.length >= 14 && part.includes(' '));

/** The messages of the rules of resources, by file. */
export const sentencesOfRules: readonly (readonly [file: string, sentence: string])[] = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts') && !file.startsWith('described'))
  .flatMap((file) => sentencesIn(readFileSync(join(folder, file), 'utf8')).map((sentence) => [file, sentence] as const));
