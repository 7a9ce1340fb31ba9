import { downloadPrivateFile } from '../../queries/upload/stored-files.ts'

/** Saves a CV to the reader's device. Its bytes need the session, so no link can be passed on. Throws ApiError. */
export async function downloadCv(path: string, filename: string): Promise<void> {
  const url = URL.createObjectURL(await downloadPrivateFile(path))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  URL.revokeObjectURL(url)
}
