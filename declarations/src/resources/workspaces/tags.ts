import { bool, stringMatching, mapOf, oneOf, optional, renamed } from '../../declare/index.ts';

/** Limits of key-value tags (public documentation of the hosted service; docs/decisions). */
export const tagKey = stringMatching(
  /^(?!hcp?:)[A-Za-z0-9_.=+\-@:]{1,128}$/,
  'a tag key: 1 to 128 letters, digits and _ . = + - @ :, not beginning with hc: or hcp:',
);
export const tagValue = stringMatching(/^[A-Za-z0-9_.=+\-@:]{0,256}$/, 'a tag value: at most 256 letters, digits and _ . = + - @ :');

/** The tags of one object: at most ten, in addition to inherited ones. */
export const tagMap = mapOf(tagValue, { key: tagKey, most: 10 });

/** The name of a flat tag, which has no value. */
export const tagName = stringMatching(/^[A-Za-z0-9_:-]{1,255}$/, 'a tag name: 1 to 255 letters, digits and _ - :');

/** Whether entries that are missing from the configuration are kept. The names are those of the public tfe provider. */
export const ignoreAdditional = (name: string, former: string, doc: string) =>
  optional(bool, doc, {
    default: false,
    local: true,
    renamedFrom: renamed(former, {
      kind: oneOf('all', 'some'),
      deprecated: `Use \`${name}\`: false for "all", true for "some".`,
      toNew: (value) => value === 'some',
      toFormer: (value) => (value === true ? 'some' : 'all'),
    }),
  });
