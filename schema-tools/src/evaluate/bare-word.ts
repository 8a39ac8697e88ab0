/** Whether a text only says that something is deprecated: the keyword says that already. */
export const isBareWord = (text: string): boolean =>
  /^(?:this|it)?(?:is)?(?:deprecated|obsolete)?$/i.test(text.replace(/[^\p{L}\d]+/gu, ''));
