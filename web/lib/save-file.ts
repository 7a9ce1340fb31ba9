/** Saves a complete file to the device. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser starts to read the address only after this function has returned.
  setTimeout(URL.revokeObjectURL, 60_000, address)
}
