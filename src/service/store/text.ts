/** What a search compares: lower case, one sigma. Folded here and not in SQL, so that every engine agrees. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** PostgreSQL's text holds neither U+0000 nor half of a surrogate pair; SQLite would keep something else than was given. */
export const storable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

/** The same in JSON text, where JSON.stringify leaves them escaped; an even number of backslashes before is a backslash spelled out. */
export const storableJson = (json: string): boolean => !json.includes('\\u') || !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json);

/** A LIKE pattern (escape `\`) for folded names: `*` is anything, the rest means itself. */
export const likePattern = (wildcard: string): string => fold(wildcard).replace(/[\\%_]/g, '\\$&').replace(/\*+/g, '%');
