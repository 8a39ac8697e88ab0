/** One page that is the whole list, as the specification spells it. */
export const listPage = (data: readonly object[]) => ({
  data,
  links: { self: '', first: '', prev: null, next: null, last: '' },
  meta: {
    pagination: { 'current-page': 1, 'page-size': 100, 'prev-page': null, 'next-page': null, 'total-pages': 1, 'total-count': data.length },
  },
});
