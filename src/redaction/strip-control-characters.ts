/**
 * Escape sequences of terminals: CSI, and the strings of OSC, DCS, SOS, PM and APC where they end within 1,000 characters; of any other
 * sequence only the escape character.
 */
// oxlint-disable-next-line no-control-regex
const escapeSequences = /\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|[\]PX^_][^\x07\x1b]{0,1000}(?:\x07|\x1b\\)|[ -/]{0,8}[0-~])?/g;

/** Control characters but tab and line feed; characters without width; marks that turn the direction of text around. */
// oxlint-disable-next-line no-control-regex
const invisible = /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The text without anything that a terminal obeys or does not show. Line feeds and tabs stay. */
export const stripControlCharacters = (text: string): string => text.replace(escapeSequences, '').replace(invisible, '');
