/** The props of every page: the decoded parameters of its address. */
export interface PageProps {
  params: Record<string, string | undefined>
}
