/** Links of saved listings. Not in paths.ts, because that file is loaded with the first page. */
export const savedPaths = {
  saved: '/saved/',
  searches: '/saved/searches',
  /** New listings that match the saved searches. */
  matches: '/saved/new',
  list: (id: string) => `/saved/${id}`,
  shared: (token: string) => `/lists/${token}`,
}
