/** Links of saved listings. Not in paths.ts, because that file is loaded with the first page. */
export const savedPaths = {
  saved: '/saved/',
  list: (id: string) => `/saved/${id}`,
  shared: (token: string) => `/lists/${token}`,
}
