/** What every page gets: the parameters of its address, decoded. */
export interface PageProps {
  params: Record<string, string | undefined>
}
